//! The files in ZIP archives, each read like a file of its own.

use universal_accounting::archive;
use universal_accounting::report::Policy;

use crate::files::Input;

/// Replaces each archive with its files. A workbook is an archive too, but stays one file.
pub(crate) fn unpack(inputs: Vec<Input>, policy: &Policy) -> Vec<Input> {
    let mut files = Vec::with_capacity(inputs.len());
    for input in inputs {
        if !archive::is_archive(&input.bytes) {
            files.push(input);
            continue;
        }
        match archive::unpack(&input.bytes, policy) {
            Ok(members) => files.extend(members.into_iter().map(|member| Input {
                name: format!("{}/{}", input.name, member.name),
                bytes: member.content,
                is_member: true,
                refusal: (!member.report.is_valid()).then_some(member.report),
            })),
            Err(report) => {
                files.push(Input {
                    name: input.name,
                    bytes: Vec::new(),
                    is_member: input.is_member,
                    refusal: Some(report),
                });
            }
        }
    }
    files
}
