/// The items by their keys, those with the same key as they came.
///
/// A sort is a large piece of code, of which each type of items would get one of its own: here all share that of the keys.
pub(crate) fn in_order<T>(items: Vec<T>, key: impl Fn(&T) -> (usize, usize)) -> Vec<T> {
    let keys = items.iter().map(key).enumerate();
    let mut order: Vec<(usize, usize, usize)> = keys.map(|(index, (first, second))| (first, second, index)).collect();
    if order.is_sorted() {
        return items;
    }
    order.sort_unstable();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, _, index)| items.get_mut(index)?.take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_stay_as_they_came() {
        let items = vec![(2, 1, 'a'), (1, 9, 'b'), (2, 1, 'c'), (2, 0, 'd')];
        let sorted = in_order(items, |(first, second, _)| (*first, *second));
        assert_eq!(sorted.iter().map(|(_, _, name)| *name).collect::<String>(), "bdac");
        assert_eq!(in_order(vec!['x', 'y'], |_| (0, 0)), ['x', 'y']);
    }
}
