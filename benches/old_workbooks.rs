//! Writes small workbooks of Excel 97 to 2003 (MS-XLS in MS-CFB).

/// The size of the sectors of a container.
const SECTOR_LEN: usize = 512;

const FREE: u32 = 0xFFFF_FFFF;
const END_OF_CHAIN: u32 = 0xFFFF_FFFE;
const TABLE: u32 = 0xFFFF_FFFD;

/// A cell of a sheet.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A text in the list that cells refer to, by its number.
    Shared(u32),
    Text(String),
    /// A binary number.
    Real(f64),
    /// A number of 30 bits, in hundredths or not.
    Short {
        number: i32,
        is_hundredths: bool,
    },
    Boolean(bool),
    /// The error `#N/A`.
    NotAvailable,
    /// A formula with a text as its result.
    Formula(String),
}

/// The number formats of the styles 0 to 5.
const FORMATS: [u16; 6] = [0, 14, 20, 10, 164, 165];

/// The formats that the workbook defines, with their codes.
const OWN_FORMATS: [(u16, &str); 2] = [(164, "dd.mm.yyyy hh:mm"), (165, "#,##0.00\\ \"€\"")];

/// Writes a workbook with a sheet. Each cell has row, column and style.
pub(crate) fn write(strings: &[String], cells: &[(u16, u16, u16, Value)]) -> Vec<u8> {
    let begin = |kind: u16| [numbers(&[0x0600, kind]), vec![0; 12]].concat();
    let mut stream = Vec::new();
    push_record(&mut stream, 0x0809, &begin(5));
    push_record(&mut stream, 0x0042, &numbers(&[1200]));
    for (id, code) in OWN_FORMATS {
        let format = [numbers(&[id]), long_text(code)].concat();
        push_record(&mut stream, 0x041E, &format);
    }
    for format in FORMATS {
        push_record(
            &mut stream,
            0x00E0,
            &[numbers(&[0, format]), vec![0; 16]].concat(),
        );
    }
    let sheet_entry = stream.len();
    let name = [vec![0, 0, 1, 0], "A".into()].concat();
    push_record(&mut stream, 0x0085, &[vec![0; 4], name].concat());
    push_strings(&mut stream, strings);
    push_record(&mut stream, 0x000A, &[]);
    let sheet = u32::try_from(stream.len()).unwrap_or_default();
    for (place, byte) in stream
        .iter_mut()
        .skip(sheet_entry + 4)
        .zip(sheet.to_le_bytes())
    {
        *place = byte;
    }
    push_record(&mut stream, 0x0809, &begin(0x10));
    for (row, column, style, value) in cells {
        push_cell(&mut stream, [*row, *column, *style], value);
    }
    push_record(&mut stream, 0x000A, &[]);
    container(stream)
}

fn push_cell(stream: &mut Vec<u8>, place: [u16; 3], value: &Value) {
    let place = numbers(&place);
    let mut push = |kind, data: Vec<u8>| push_record(stream, kind, &[place.clone(), data].concat());
    match value {
        Value::Shared(index) => push(0x00FD, index.to_le_bytes().into()),
        Value::Text(text) => push(0x0204, long_text(text)),
        Value::Real(number) => push(0x0203, number.to_le_bytes().into()),
        Value::Short {
            number,
            is_hundredths,
        } => {
            let bits = number << 2 | 2 | i32::from(*is_hundredths);
            push(0x027E, bits.to_le_bytes().into());
        }
        Value::Boolean(value) => push(0x0205, vec![u8::from(*value), 0]),
        Value::NotAvailable => push(0x0205, vec![0x2A, 1]),
        Value::Formula(text) => {
            push(0x0006, [vec![0; 6], vec![0xFF; 2], vec![0; 8]].concat());
            push_record(stream, 0x0207, &long_text(text));
        }
    }
}

/// Writes the list of texts, each character in two bytes. A record is continued where it would be too long, in the middle of a text.
fn push_strings(stream: &mut Vec<u8>, strings: &[String]) {
    const MAX_LEN: usize = 8000;
    let count = u32::try_from(strings.len()).unwrap_or_default();
    let mut kind = 0x00FC;
    let mut data = [count.to_le_bytes(), count.to_le_bytes()].concat();
    for text in strings {
        if data.len() + 3 > MAX_LEN {
            push_record(stream, kind, &data);
            (kind, data) = (0x003C, Vec::new());
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        data.extend(u16::try_from(units.len()).unwrap_or_default().to_le_bytes());
        data.push(1);
        for unit in units {
            if data.len() + 2 > MAX_LEN {
                push_record(stream, kind, &data);
                (kind, data) = (0x003C, vec![1]);
            }
            data.extend(unit.to_le_bytes());
        }
    }
    push_record(stream, kind, &data);
}

fn push_record(stream: &mut Vec<u8>, kind: u16, data: &[u8]) {
    let len = u16::try_from(data.len()).unwrap_or_default();
    stream.extend(numbers(&[kind, len]));
    stream.extend(data);
}

/// Returns a text with its length before it.
fn long_text(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let len = u16::try_from(units.len()).unwrap_or_default();
    [numbers(&[len]), vec![1], numbers(&units)].concat()
}

fn numbers(numbers: &[u16]) -> Vec<u8> {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    bytes.collect()
}

/// Puts a stream into a container: the header, the stream, the directory, and the table of sectors.
pub(crate) fn container(mut stream: Vec<u8>) -> Vec<u8> {
    // A shorter one would have to be among the small streams.
    stream.resize(stream.len().next_multiple_of(SECTOR_LEN).max(4096), 0);
    let sectors = stream.len() / SECTOR_LEN;
    let directory = sectors;
    let per_sector = SECTOR_LEN / 4;
    // The table has an entry for each of its own sectors too.
    let table_len = (sectors + 2).div_ceil(per_sector - 1);
    let number = |index: usize| u32::try_from(index).unwrap_or_default();
    let mut table: Vec<u32> = (1..=sectors).map(number).collect();
    if let Some(last) = table.last_mut() {
        *last = END_OF_CHAIN;
    }
    table.push(END_OF_CHAIN);
    table.extend((0..table_len).map(|_| TABLE));
    table.resize(table_len * per_sector, FREE);
    let mut header = vec![0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    header.resize(24, 0);
    header.extend(numbers(&[0x3E, 3, 0xFFFE, 9, 6]));
    header.resize(44, 0);
    header.extend(number(table_len).to_le_bytes());
    header.extend(number(directory).to_le_bytes());
    header.extend([0; 4]);
    header.extend(4096_u32.to_le_bytes());
    header.extend(END_OF_CHAIN.to_le_bytes());
    header.extend([0; 4]);
    header.extend(END_OF_CHAIN.to_le_bytes());
    header.extend([0; 4]);
    let in_header = table_len.min(109);
    let places = (0..in_header).map(|index| number(directory + 1 + index));
    let free = (in_header..109).map(|_| FREE);
    header.extend(places.chain(free).flat_map(u32::to_le_bytes));
    let len = number(stream.len());
    let mut entries = [
        entry("Root Entry", 5, 1, END_OF_CHAIN, 0),
        entry("Workbook", 2, FREE, 0, len),
    ]
    .concat();
    entries.resize(SECTOR_LEN, 0);
    let table: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    [header, stream, entries, table].concat()
}

/// Returns an entry of the directory.
fn entry(name: &str, kind: u8, child: u32, start: u32, len: u32) -> Vec<u8> {
    let units: Vec<u16> = name.encode_utf16().chain([0]).collect();
    let name_len = u16::try_from(units.len() * 2).unwrap_or_default();
    let mut entry = numbers(&units);
    entry.resize(64, 0);
    entry.extend(numbers(&[name_len]));
    entry.extend([kind, 1]);
    entry.extend([FREE, FREE, child].into_iter().flat_map(u32::to_le_bytes));
    entry.resize(116, 0);
    entry.extend([start, len, 0].into_iter().flat_map(u32::to_le_bytes));
    entry
}
