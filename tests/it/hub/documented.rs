//! The chapter "On the wire" of `docs/broker.md`: its table, and its exchange, played on a hub.

use std::collections::HashMap;
use std::path::Path;

use ask_user::hub::METHODS;
use serde_json::Value;

use super::Running;

fn chapter() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/broker.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, chapter) = text.split_once("## On the wire\n").unwrap();
    chapter.split("\n## ").next().unwrap().to_owned()
}

#[test]
fn the_document_has_the_table_of_methods() {
    let rows: String = METHODS
        .map(|method| {
            let (name, params, result) = (method.name(), method.params(), method.result());
            format!("| `{name}` | {params} | {result} |\n")
        })
        .concat();
    let chapter = chapter();
    let heading = "| method | parameters | result |\n| --- | --- | --- |\n";
    assert!(
        chapter.contains(&format!("{heading}{rows}\n")),
        "write this table:\n{heading}{rows}"
    );
}

#[test]
fn the_exchange_is_real() {
    let hub = Running::with_key();
    let mut peers = HashMap::from([("asker", hub.peer()), ("front end", hub.peer())]);
    let chapter = chapter();
    let (_, exchange) = chapter.split_once("```text\n").unwrap();
    let (exchange, _) = exchange.split_once("```").unwrap();
    assert_eq!(exchange.lines().count(), 15);
    let mut asked = 0;
    for line in exchange.lines() {
        let (head, message) = line.split_at(12);
        let (who, direction) = head.split_at(10);
        let peer = peers.get_mut(who.trim()).unwrap();
        let message: Value = serde_json::from_str(message).unwrap();
        match direction.trim() {
            ">" => {
                peer.write(format!("{message}\n"));
                if matches!(message["method"].as_str(), Some("ask" | "approve")) {
                    asked += 1;
                    super::until(|| hub.broker.last_seq() >= 2 * asked - 1);
                }
            }
            "<" => peer.receive_this(&message),
            other => panic!("{other:?}"),
        }
    }
}
