//! The selection of a multi-select question: the ticked choices.

use std::collections::HashSet;

use super::answer::{Answer, AnswerValue, Pick, Picks};
use super::invalid_line::InvalidLine;
use super::number::Number;
use super::question::{DefaultAnswer, Question};

/// The ticked choices in the order of ticking, the operator's own text, and a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    ticked: Vec<Number>,
    text: Option<String>,
    note: Option<(Number, String)>,
}

impl Selection {
    /// The selection when the question is first shown, or shown again.
    ///
    /// It comes from the earlier answer if that has picks, else from the default.
    pub(crate) fn initial(question: &Question, earlier: Option<&Answer>) -> Self {
        if let Some(picks) = earlier.and_then(Answer::picks) {
            let ticked: Vec<_> = picks.ticked.iter().map(|pick| pick.number).collect();
            let noted = picks.noted.zip(earlier.and_then(Answer::note));
            return Self {
                note: noted.map(|(number, note)| (number, note.to_owned())),
                ticked,
                text: picks.text.clone(),
            };
        }
        match question.default_answer() {
            Some(DefaultAnswer::Ticked(ticked)) => Self {
                ticked: ticked.to_vec(),
                ..Self::default()
            },
            Some(DefaultAnswer::Pick(_) | DefaultAnswer::Text(_) | DefaultAnswer::Draft(_))
            | None => Self::default(),
        }
    }

    pub(crate) fn contains(&self, number: Number) -> bool {
        self.ticked.contains(&number)
    }

    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The number of picks. The operator's own text counts as one.
    pub(crate) fn count(&self) -> usize {
        self.ticked.len() + usize::from(self.text.is_some())
    }

    /// The choices that are ticked in only one of two selections, in the order of the menu.
    pub(crate) fn changed(&self, before: &Self) -> Vec<Number> {
        let now: HashSet<_> = self.ticked.iter().copied().collect();
        let then: HashSet<_> = before.ticked.iter().copied().collect();
        let mut changed: Vec<_> = now.symmetric_difference(&then).copied().collect();
        changed.sort_unstable();
        changed
    }

    /// Ticks or unticks each of these choices.
    ///
    /// If the result has too many picks, nothing changes and an error is returned.
    pub(crate) fn toggle(
        &mut self,
        question: &Question,
        numbers: &[Number],
        note: Option<String>,
    ) -> Result<(), InvalidLine> {
        let named: HashSet<_> = numbers.iter().collect();
        let before: HashSet<_> = self.ticked.iter().collect();
        let kept = self.ticked.iter().filter(|number| !named.contains(number));
        let mut added = numbers.iter().filter(|number| !before.contains(number));
        let mut next = Self {
            ticked: kept.chain(added.clone()).copied().collect(),
            text: self.text.clone(),
            note: self.note.clone(),
        };
        next.note = next.note.filter(|(noted, _)| !named.contains(noted));
        if let (Some(note), Some(last)) = (note, added.next_back()) {
            next.note = Some((*last, note));
        }
        self.replace_if_allowed(question, next)
    }

    /// Ticks every choice that is not ticked yet.
    pub(crate) fn tick_all(&mut self, question: &Question) -> Result<(), InvalidLine> {
        let mut next = self.clone();
        let before: HashSet<_> = self.ticked.iter().collect();
        let numbers = (0..question.choices().len()).map(Number::from_index);
        next.ticked
            .extend(numbers.filter(|number| !before.contains(number)));
        self.replace_if_allowed(question, next)
    }

    /// Sets or removes the operator's own text.
    pub(crate) fn set_text(
        &mut self,
        question: &Question,
        text: Option<String>,
    ) -> Result<(), InvalidLine> {
        let next = Self {
            text,
            ..self.clone()
        };
        self.replace_if_allowed(question, next)
    }

    /// The answer with this selection.
    ///
    /// It is an error if there are fewer picks than the minimum. It is also an error if
    /// the selection is empty and `allow_empty` is false.
    pub(crate) fn answer(
        &self,
        question: &Question,
        allow_empty: bool,
    ) -> Result<Answer, InvalidLine> {
        let (count, min) = (self.count(), question.min_picks());
        if count < min {
            return Err(InvalidLine::TooFew(min));
        }
        if count == 0 && !allow_empty {
            return Err(InvalidLine::NothingSelected);
        }
        let picks = self.ticked.iter().filter_map(|&number| {
            let label = question.choices().get(number.index())?.label().to_owned();
            Some(Pick { number, label })
        });
        let value = AnswerValue::Picks(Picks {
            ticked: picks.collect(),
            text: self.text.clone(),
            noted: self.note.as_ref().map(|(number, _)| *number),
        });
        let note = self.note.as_ref().map(|(_, note)| note.clone());
        Ok(Answer::new(value)
            .with_note(note)
            .in_secret(question.is_secret()))
    }

    /// Replaces the selection with `next`. A selection that grows above the maximum is an
    /// error, and nothing changes.
    fn replace_if_allowed(&mut self, question: &Question, next: Self) -> Result<(), InvalidLine> {
        let grows = next.count() > self.count();
        match question.max_picks() {
            Some(max) if grows && next.count() > max => Err(InvalidLine::TooMany(max)),
            Some(_) | None => {
                *self = next;
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(number: usize) -> Number {
        Number::from_index(number - 1)
    }

    fn question() -> Question {
        Question::new("Q?")
            .with_choices(["a", "b", "c"])
            .multi(true)
    }

    #[test]
    fn toggling_keeps_the_order_of_ticking() {
        let (q, mut selection) = (question(), Selection::default());
        selection.toggle(&q, &[n(3), n(1)], None).unwrap();
        selection.toggle(&q, &[n(2)], None).unwrap();
        selection.toggle(&q, &[n(1)], None).unwrap();
        let answer = selection.answer(&q, false).unwrap();
        let picks = answer.picks().unwrap();
        let labels: Vec<_> = picks.ticked.iter().map(|p| p.label.as_str()).collect();
        assert_eq!(labels, ["c", "b"]);
        let ordered: Vec<_> = picks
            .in_menu_order()
            .iter()
            .map(|p| p.number.get())
            .collect();
        assert_eq!(ordered, [2, 3]);
    }

    #[test]
    fn what_a_line_has_changed() {
        let (q, before) = (question(), Selection::default());
        let mut selection = before.clone();
        selection.toggle(&q, &[n(3), n(1)], None).unwrap();
        assert_eq!(selection.changed(&before), [n(1), n(3)]);
        let before = selection.clone();
        selection.toggle(&q, &[n(1), n(2)], None).unwrap();
        assert_eq!(selection.changed(&before), [n(1), n(2)]);
        assert_eq!(
            (selection.count(), selection.changed(&selection)),
            (2, vec![])
        );
    }

    #[test]
    fn f48_every_way_to_tick_respects_the_maximum() {
        let (q, mut selection) = (question().max(2), Selection::default());
        assert_eq!(selection.tick_all(&q), Err(InvalidLine::TooMany(2)));
        assert_eq!(
            selection.toggle(&q, &[n(1), n(2), n(3)], None),
            Err(InvalidLine::TooMany(2))
        );
        assert!(selection.is_empty());
        selection.toggle(&q, &[n(1)], None).unwrap();
        selection.set_text(&q, Some("x".to_owned())).unwrap();
        assert_eq!(
            selection.toggle(&q, &[n(2)], None),
            Err(InvalidLine::TooMany(2))
        );
        selection.toggle(&q, &[n(1)], None).unwrap();
    }

    #[test]
    fn an_empty_selection_must_be_explicit() {
        let empty = Selection::default();
        assert_eq!(
            empty.answer(&question(), false),
            Err(InvalidLine::NothingSelected)
        );
        assert!(empty.answer(&question(), true).is_ok());
        assert_eq!(
            empty.answer(&question().min(2), true),
            Err(InvalidLine::TooFew(2))
        );
    }

    #[test]
    fn a_note_stays_with_its_choice() {
        let (q, mut selection) = (question(), Selection::default());
        selection
            .toggle(&q, &[n(1)], Some("why".to_owned()))
            .unwrap();
        selection.toggle(&q, &[n(2)], None).unwrap();
        let answer = selection.answer(&q, false).unwrap();
        let mut again = Selection::initial(&q, Some(&answer));
        again.toggle(&q, &[n(1)], None).unwrap();
        assert_eq!(again.answer(&q, false).unwrap().note(), None);
        let mut again = Selection::initial(&q, Some(&answer));
        again.toggle(&q, &[n(2)], None).unwrap();
        assert_eq!(again.answer(&q, false).unwrap().note(), Some("why"));
    }

    #[test]
    fn reopening_restores_the_selection_from_the_answer() {
        let q = question().default_choice(2);
        let mut selection = Selection::initial(&q, None);
        assert!(selection.contains(n(2)));
        selection
            .toggle(&q, &[n(1)], Some("why".to_owned()))
            .unwrap();
        let answer = selection.answer(&q, false).unwrap();
        assert_eq!(answer.note(), Some("why"));
        assert_eq!(Selection::initial(&q, Some(&answer)), selection);
    }
}
