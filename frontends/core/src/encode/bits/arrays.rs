//! Arrays by their components, and arrays of the solver where there are too many or the bounds are not known.

use super::number::{Number, span, width};
use super::{Bits, Image, NoBits};
use crate::ir::Range;
use horn_solver::num::Int;
use horn_solver::term::{SortId, Store, TermId};
use std::rc::Rc;

/// Arrays with more components are arrays of the solver.
const MOST_CELLS: i64 = 256;

/// An array by its components, or the same everywhere but for some places.
#[derive(Debug)]
pub(super) struct Cells {
    first: i64,
    /// The components within the bounds; empty if the bounds are not known.
    cells: Vec<Image>,
    /// What is elsewhere if they are not, but for the later writes.
    rest: Option<Image>,
    writes: Vec<(Number, Image)>,
}

impl Cells {
    /// One value at each index.
    pub(super) fn everywhere(value: Image) -> Cells {
        Cells { first: 0, cells: Vec::new(), rest: Some(value), writes: Vec::new() }
    }

    /// The bounds, if they are known.
    pub(super) fn extent(&self) -> Option<(i64, i64)> {
        (!self.cells.is_empty()).then(|| (self.first, self.first + self.cells.len() as i64 - 1))
    }

    /// The component at an index. Outside of the bounds, where no run reads, it is any.
    pub(super) fn at(&self, index: i64) -> &Image {
        match (&self.rest, self.cells.len()) {
            (Some(rest), 0) => rest,
            (_, len) => &self.cells[index.saturating_sub(self.first).clamp(0, len as i64 - 1) as usize],
        }
    }
}

/// What the components of an array of the solver are.
#[derive(Clone, Debug)]
pub(super) enum Element {
    Plain,
    Number,
    Array(Box<Element>),
}

/// An array of the solver.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub term: TermId,
    pub element: Element,
}

fn constant(number: &Number) -> Option<i64> {
    if number.range.first == number.range.last { number.range.first.to_i64() } else { None }
}

impl Bits {
    /// A variable that is an array. Types nest no deeper than the program wrote them.
    pub(super) fn array_variable(
        &mut self,
        from: &Store,
        element: SortId,
        range: Option<Range>,
        extents: &[Range],
    ) -> Result<Image, NoBits> {
        if let Some((first, last)) = small(extents) {
            let mut cells = Vec::new();
            for _ in first..=last {
                cells.push(self.variable(from, element, range.clone(), &extents[1..])?);
            }
            return Ok(Image::Cells(Rc::new(Cells { first, cells, rest: None, writes: Vec::new() })));
        }
        let (sort, element) = self.words_sort(from, element)?;
        let term = self.fresh(sort);
        Ok(Image::Words(Words { term, element }))
    }

    /// The sort of arrays of the solver with these elements.
    fn words_sort(&mut self, from: &Store, element: SortId) -> Result<(SortId, Element), NoBits> {
        let (sort, element) = match from.array_sorts(element) {
            Some((_, inner)) => {
                let (sort, inner) = self.words_sort(from, inner)?;
                (sort, Element::Array(Box::new(inner)))
            }
            None if element == SortId::INT => (self.store.bv_sort(width(&self.component)), Element::Number),
            None => (self.plain_sort(from, element)?, Element::Plain),
        };
        let index = self.store.bv_sort(width(&self.index));
        Ok((self.store.array_sort(index, sort), element))
    }

    /// An array without bounds that has them now.
    pub(super) fn spread(&mut self, image: Image, extents: &[Range]) -> Image {
        let Image::Cells(array) = &image else { return image };
        let Some((first, last)) = small(extents) else { return image };
        if array.extent().is_some() {
            return image;
        }
        let mut cells = Vec::new();
        for at in first..=last {
            let index = self.constant(&Int::from(at));
            match self.select(&image, &index) {
                Ok(cell) => cells.push(self.spread(cell, &extents[1..])),
                Err(_) => return image,
            }
        }
        Image::Cells(Rc::new(Cells { first, cells, rest: None, writes: Vec::new() }))
    }

    /// The component of an array at an index.
    pub(super) fn select(&mut self, array: &Image, at: &Number) -> Result<Image, NoBits> {
        match array {
            Image::Words(Words { term, element }) => {
                let index = self.resized(at, width(&self.index.clone()));
                let cell = self.store.select(*term, index);
                Ok(match element {
                    Element::Plain => Image::Plain(cell),
                    // The range of the component type is asserted where the formula relies on it.
                    Element::Number => Image::Number(Number { term: cell, range: span(width(&self.component)) }),
                    Element::Array(inner) => Image::Words(Words { term: cell, element: (**inner).clone() }),
                })
            }
            Image::Cells(cells) if cells.cells.is_empty() => {
                let mut result = cells.at(0).clone();
                for (place, value) in &cells.writes {
                    let here = self.equal(place, at);
                    result = self.choice(here, value, &result)?;
                }
                Ok(result)
            }
            Image::Cells(cells) => {
                let Some((first, last)) = reached(cells, at) else {
                    return Ok(cells.at(constant(at).unwrap_or(cells.first)).clone());
                };
                let mut result = cells.at(last).clone();
                for index in (first..last).rev() {
                    let here = self.is_at(at, index);
                    result = self.choice(here, cells.at(index), &result)?;
                }
                Ok(result)
            }
            _ => Err(NoBits("an array that is none")),
        }
    }

    /// The array with another component at an index.
    pub(super) fn write(&mut self, array: &Image, at: &Number, value: &Image) -> Result<Image, NoBits> {
        match array {
            Image::Words(words) => {
                let index = self.resized(at, width(&self.index.clone()));
                let value = self.as_element(value, &words.element, words.term)?;
                let term = self.store.store(words.term, index, value);
                Ok(Image::Words(Words { term, element: words.element.clone() }))
            }
            Image::Cells(cells) if cells.cells.is_empty() => {
                let mut writes = cells.writes.clone();
                writes.push((at.clone(), value.clone()));
                Ok(Image::Cells(Rc::new(Cells { first: 0, cells: Vec::new(), rest: cells.rest.clone(), writes })))
            }
            Image::Cells(cells) => {
                let Some((first, last)) = reached(cells, at) else { return Ok(array.clone()) };
                let mut all = cells.cells.clone();
                for index in first..=last {
                    let here = self.is_at(at, index);
                    let place = (index - cells.first) as usize;
                    all[place] = self.choice(here, value, &all[place].clone())?;
                }
                Ok(Image::Cells(Rc::new(Cells { first: cells.first, cells: all, rest: None, writes: Vec::new() })))
            }
            _ => Err(NoBits("an array that is none")),
        }
    }

    fn is_at(&mut self, at: &Number, index: i64) -> TermId {
        let index = self.constant(&Int::from(index));
        self.equal(at, &index)
    }

    /// `if test then a else b`.
    pub(super) fn array_choice(&mut self, test: TermId, a: &Image, b: &Image) -> Result<Image, NoBits> {
        if let (Image::Cells(x), Image::Cells(y)) = (a, b) {
            if Rc::ptr_eq(x, y) {
                return Ok(a.clone());
            }
            let range = |(first, last): (i64, i64)| [Range::new(Int::from(first), Int::from(last))];
            match (x.extent(), y.extent()) {
                (Some((first, last)), Some((low, high))) => {
                    let (first, last) = (first.min(low), last.max(high));
                    if last - first < MOST_CELLS {
                        let inside = |cells: &Cells, at: i64| {
                            cells.extent().is_some_and(|(first, last)| (first..=last).contains(&at))
                        };
                        let mut cells = Vec::new();
                        for at in first..=last {
                            cells.push(match (inside(x, at), inside(y, at)) {
                                (true, false) => x.at(at).clone(),
                                (false, true) => y.at(at).clone(),
                                _ => self.choice(test, x.at(at), y.at(at))?,
                            });
                        }
                        return Ok(Image::Cells(Rc::new(Cells { first, cells, rest: None, writes: Vec::new() })));
                    }
                }
                (Some(extent), None) => {
                    let b = self.spread(b.clone(), &range(extent));
                    return self.array_choice(test, a, &b);
                }
                (None, Some(extent)) => {
                    let a = self.spread(a.clone(), &range(extent));
                    return self.array_choice(test, &a, b);
                }
                (None, None) => {}
            }
        }
        let element = match (a, b) {
            (Image::Words(words), _) | (_, Image::Words(words)) => words.element.clone(),
            (Image::Cells(cells), _) => self.element_of(cells.at(cells.first))?,
            _ => return Err(NoBits("values of different kinds")),
        };
        let sort = self.sort_with(&element, a, b)?;
        let (x, y) = (self.as_words(a, &element, sort)?, self.as_words(b, &element, sort)?);
        Ok(Image::Words(Words { term: self.store.ite(test, x, y), element }))
    }

    /// What an array with such components has when it is one of the solver.
    fn element_of(&self, cell: &Image) -> Result<Element, NoBits> {
        Ok(match cell {
            Image::Plain(_) => Element::Plain,
            Image::Number(_) => Element::Number,
            Image::Words(words) => Element::Array(Box::new(words.element.clone())),
            Image::Cells(cells) => Element::Array(Box::new(self.element_of(cells.at(cells.first))?)),
        })
    }

    fn sort_with(&mut self, element: &Element, a: &Image, b: &Image) -> Result<SortId, NoBits> {
        for image in [a, b] {
            if let Image::Words(words) = image {
                return Ok(self.store.sort_of(words.term));
            }
        }
        let mut plain = a.clone();
        while let Image::Cells(cells) = &plain {
            plain = cells.at(cells.first).clone();
        }
        let plain = match plain {
            Image::Plain(term) => self.store.sort_of(term),
            _ => SortId::BOOL,
        };
        Ok(self.sort_of_element(element, plain, true))
    }

    fn sort_of_element(&mut self, element: &Element, plain: SortId, array: bool) -> SortId {
        let sort = match element {
            Element::Plain => plain,
            Element::Number => self.store.bv_sort(width(&self.component)),
            Element::Array(inner) => self.sort_of_element(inner, plain, true),
        };
        if !array {
            return sort;
        }
        let index = self.store.bv_sort(width(&self.index));
        self.store.array_sort(index, sort)
    }

    /// A value as a component of an array of the solver.
    fn as_element(&mut self, value: &Image, element: &Element, array: TermId) -> Result<TermId, NoBits> {
        let sort = self.store.array_sorts(self.store.sort_of(array)).map(|(_, element)| element);
        self.as_sort(value, element, sort.unwrap_or(SortId::BOOL))
    }

    fn as_sort(&mut self, value: &Image, element: &Element, sort: SortId) -> Result<TermId, NoBits> {
        match (value, element) {
            (Image::Plain(term), Element::Plain) => Ok(*term),
            (Image::Number(number), Element::Number) => Ok(self.resized(number, width(&self.component.clone()))),
            (_, Element::Array(inner)) => self.as_words(value, inner, sort),
            _ => Err(NoBits("a component of another kind")),
        }
    }

    /// An array as one of the solver, of that sort.
    fn as_words(&mut self, array: &Image, element: &Element, sort: SortId) -> Result<TermId, NoBits> {
        let cells = match array {
            Image::Words(words) => return Ok(words.term),
            Image::Cells(cells) => cells.clone(),
            _ => return Err(NoBits("an array that is none")),
        };
        let inner = self.store.array_sorts(sort).map_or(SortId::BOOL, |(_, element)| element);
        let mut writes = cells.writes.clone();
        let mut term = match &cells.rest {
            Some(rest) => {
                let rest = self.as_sort(rest, element, inner)?;
                self.store.const_array(sort, rest)
            }
            None => {
                for (at, cell) in (cells.first..).zip(&cells.cells) {
                    writes.push((self.constant(&Int::from(at)), cell.clone()));
                }
                self.fresh(sort)
            }
        };
        for (at, value) in &writes {
            let at = self.resized(at, width(&self.index.clone()));
            let value = self.as_sort(value, element, inner)?;
            term = self.store.store(term, at, value);
        }
        Ok(term)
    }
}

/// The bounds of the first dimension if the whole array is small.
fn small(extents: &[Range]) -> Option<(i64, i64)> {
    let mut size: i64 = 1;
    for range in extents {
        let (first, last) = (range.first.to_i64()?, range.last.to_i64()?);
        let length = last.checked_sub(first)?.checked_add(1)?.max(1);
        size = size.checked_mul(length).filter(|size| *size <= MOST_CELLS)?;
    }
    let first = extents.first()?;
    let (first, last) = (first.first.to_i64()?, first.last.to_i64()?);
    // An array without components gets one, which no run reads.
    Some((first, last.max(first)))
}

/// The components that an index can mean; `None` if it is outside of the bounds.
fn reached(cells: &Cells, at: &Number) -> Option<(i64, i64)> {
    let (first, last) = cells.extent()?;
    let low = at.range.first.clone().max(Int::from(first)).to_i64()?;
    let high = at.range.last.clone().min(Int::from(last)).to_i64()?;
    (low <= high).then_some((low, high))
}
