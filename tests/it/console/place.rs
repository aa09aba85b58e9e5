//! The socket: one console for it, and only for its user.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;

use nix::unistd::Uid;

use super::*;

#[test]
fn a_second_console_on_the_same_socket_is_refused() {
    let mut console = console();
    let ran = run(&console, &["console", "--via", "none", "--key-fd", "0"]);
    assert_eq!(ran.status, 2, "its key is empty: {ran:?}");
    let place = console.path(SOCKET).display().to_string();
    let mut second = Pty::spawn(["console", "--socket", &place]);
    assert_eq!(second.status(), 1);
    let said = second.stderr();
    assert!(said.contains("another hub serves this socket"), "{said}");
    assert!(said.contains(&place), "{said}");
    // The first one does not notice.
    console.send("list\r").expect("nothing waits").expect(IDLE);
    quit(&mut console);
}

#[test]
fn a_link_and_a_foreign_file_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    let link = folder.path().join("link");
    symlink(&file, &link).unwrap();
    for (place, what) in [
        (&file, "there is another file"),
        (&link, "there is a symbolic link"),
    ] {
        let mut refused = Pty::spawn(["console", "--socket", &place.display().to_string()]);
        assert_eq!(refused.status(), 1);
        let said = refused.stderr();
        assert!(said.contains(what), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(std::fs::read_link(&link).unwrap(), file);
}

#[test]
fn another_user_is_refused_in_both_directions() {
    if !Uid::effective().is_root() {
        eprintln!("skipped: needs root, to become a second user");
        return;
    }
    let mut console = console();
    let socket = console.path(SOCKET);
    let folder = socket.parent().unwrap();
    // Even if somebody opens the folder and the socket.
    let open = |path: &Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
    };
    open(folder);
    open(&socket);
    // The other user may not be able to reach the program where it was built.
    let program = folder.join("ask-user");
    std::fs::copy(PROGRAM, &program).unwrap();
    open(&program);
    let as_nobody = |args: &[&str]| {
        let mut command = Command::new(&program);
        command
            .args(args)
            .env("ASK_USER_SOCKET", &socket)
            .uid(65534);
        command.stdin(Stdio::null()).output().unwrap()
    };
    let output = as_nobody(&["pending"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("another user listens there"), "{said}");
    // One that does not look itself is refused by the hub.
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped in part: no python3");
        return;
    }
    let script = "import os,socket,sys\nos.setuid(65534)\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\nprint(s.makefile().readline())";
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(&socket)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("this hub serves another user"), "{told}");
    console.send("list\r").expect("nothing waits").expect(IDLE);
    quit(&mut console);
}
