//! What there is beside the contract is said wherever the service is described.

use std::fs;
use std::path::Path;
use std::process::Command;

use universal_accounting::service::SandboxOperation;

#[test]
fn what_there_is_beside_the_contract_is_told_wherever_the_service_is() {
    let help = Command::new(env!("CARGO_BIN_EXE_uacc")).args(["serve", "--help"]).output().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = ["src/guide/service.md", "wasm/README.md", "src/service/mod.rs"];
    let texts = kept.map(|file| fs::read_to_string(root.join(file)).unwrap());
    for told in texts.iter().chain([&String::from_utf8(help.stdout).unwrap()]) {
        // In a paragraph a line may end between the two.
        let told = told.replace('\n', " ");
        for operation in SandboxOperation::ALL {
            assert!(told.contains(&format!("{} {}", operation.method(), operation.path())), "{operation:?}: {told}");
        }
    }
}
