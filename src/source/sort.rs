/// Returns the items sorted by key. Items with equal keys keep their order.
///
/// The compiler generates the code of a sort again for each type that it sorts. Here all types share the sort of their keys, which keeps the program
/// small.
pub(crate) fn sorted_by_key<T>(items: Vec<T>, key: impl Fn(&T) -> (usize, usize)) -> Vec<T> {
    let keys = items.iter().map(key).enumerate();
    let mut order: Vec<(usize, usize, usize)> = keys
        .map(|(index, (first, second))| (first, second, index))
        .collect();
    if order.is_sorted() {
        return items;
    }
    order.sort_unstable();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|(_, _, index)| items.get_mut(index)?.take())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_with_equal_keys_keep_their_order() {
        let items = vec![(2, 1, 'a'), (1, 9, 'b'), (2, 1, 'c'), (2, 0, 'd')];
        let sorted = sorted_by_key(items, |(first, second, _)| (*first, *second));
        assert_eq!(
            sorted.iter().map(|(_, _, name)| *name).collect::<String>(),
            "bdac"
        );
        assert_eq!(sorted_by_key(vec!['x', 'y'], |_| (0, 0)), ['x', 'y']);
    }
}
