//! Lines of drawings and lists: rows and rules of grids, puzzles of a line, titles around them.

use std::io::Read;

use super::{GRID_LIMIT, Splitter, Within};
use crate::format::batch::{Batch, Layout};
use crate::format::clean::clean;
use crate::format::drawn::{RULE, is_rule};
use crate::format::error::{ParseErrorKind, walls};
use crate::format::frame::{Frame, has_thick_walls};
use crate::format::group::{Group, Rows, Undecided};
use crate::format::kind::{has_hashes, has_word, is_fence, is_heading, is_title, names_columns};
use crate::format::layout::is_layout;
use crate::format::shape::{Line, MOST_SIDE, Reading, Shape, is_whole, largest_value, tokens};
use crate::grid::Size;

impl<R: Read> Splitter<R> {
    /// Takes in a line of a drawing or a list.
    pub(super) fn take_text(&mut self, batch: &mut Batch, start: usize, number: usize) {
        if batch.text[start..].starts_with(b"rules:") {
            self.finish_group(batch, start);
            if batch.take_rules(start, number) {
                return;
            }
        }
        if has_hashes(&batch.text[start..]) {
            self.finish_group(batch, start);
            let (expected, found) = ("a puzzle", "'#' among digits".to_owned());
            let advice = "# begins a comment; write . for an empty cell";
            let kind = ParseErrorKind::Unsupported { expected, found, advice };
            return batch.push_wrong(start, number, kind);
        }
        if Line::of(&batch.text[start..]) == Line::Comment {
            return self.take_comment(batch, start);
        }
        if has_thick_walls(&batch.text[start..]) {
            return self.refuse(batch, start, number, walls());
        }
        let original = self.options.asides.then(|| batch.text[start..].to_vec());
        let is_drawn = Line::of(&batch.text[start..]) == Line::Rule;
        let changed = !is_drawn && clean(&mut batch.text, start, &self.options.symbols);
        let line = &batch.text[start..];
        let within_rows = matches!(self.group, Group::Rows(_));
        // Brackets and fences: what stands around cells in code.
        let is_code = || {
            let is_left = || tokens(line).next().is_none() && !Shape::of(line).has_fields();
            is_fence(line) || line.trim_ascii() == b";" || changed && is_left()
        };
        match Line::of(line) {
            Line::Blank | Line::Content if is_code() => {
                batch.text.truncate(start);
                if within_rows {
                    return self.pass_over(batch, start);
                }
                batch.text.extend(original.unwrap_or_default());
                self.end_blank(batch, start);
            }
            // Cells of a spreadsheet's row that are all empty.
            Line::Blank if within_rows && Shape::of(line).has_fields() => {
                self.take_content(batch, start, number);
            }
            Line::Blank => self.end_blank(batch, start),
            Line::Content => self.take_content(batch, start, number),
            Line::Comment => self.take_comment(batch, start),
            Line::Rule => {
                if let (Group::None, Some(frame), true) =
                    (&self.group, Frame::of_blank(line), self.after_rule)
                {
                    // The first row of a drawing may have no givens.
                    self.group =
                        Group::Rows(Rows { frame: Some(frame), ..Rows::new(start, number) });
                }
                self.decide_rows();
                self.after_rule = true;
                let bars = line.iter().filter(|&&byte| byte == b'|').count();
                if let Group::Rows(rows) = &self.group
                    && (rows.is_headed, rows.lengths.rows()) == (true, 1)
                    && is_rule(line)
                    && bars > 3
                {
                    // The heading of a table as Markdown writes it.
                    let start = rows.start;
                    self.group = Group::None;
                    return batch.text.truncate(start);
                }
                self.pass_over(batch, start);
            }
        }
    }

    /// Refuses the drawing or the list that a line belongs to, up to the next blank line.
    pub(super) fn refuse(
        &mut self,
        batch: &mut Batch,
        start: usize,
        number: usize,
        kind: ParseErrorKind,
    ) {
        let number = match &self.group {
            Group::Rows(rows) => rows.line,
            _ => number,
        };
        batch.text.truncate(start);
        self.group = Group::None;
        self.titles.clear();
        self.within = Within::Refused;
        batch.push_wrong(start, number, kind);
    }

    /// Takes in a comment.
    fn take_comment(&mut self, batch: &mut Batch, start: usize) {
        match &mut self.group {
            Group::None => self.take_aside(batch, start),
            Group::Undecided(undecided) if self.options.asides => {
                undecided.asides.push((undecided.lines.len(), start..batch.text.len()));
                batch.text.push(b'\n');
            }
            _ => self.pass_over(batch, start),
        }
    }

    /// Passes over a line between puzzles, or keeps it.
    pub(super) fn take_aside(&mut self, batch: &mut Batch, start: usize) {
        if self.options.asides {
            batch.push(start..batch.text.len(), Layout::Aside, self.lines.number());
        } else {
            batch.text.truncate(start);
        }
    }

    fn end_blank(&mut self, batch: &mut Batch, start: usize) {
        if let Group::Undecided(undecided) = &self.group
            && undecided.are_rows(true, &self.options)
        {
            self.decide_rows();
        }
        if let Group::Rows(rows) = &mut self.group
            && rows.take_gap(&self.options)
        {
            if rows.has_bands() {
                batch.text.truncate(start);
                batch.text.extend_from_slice(RULE);
            }
            return self.pass_over(batch, start);
        }
        self.finish_group(batch, start);
        self.end_run();
        self.take_aside(batch, start);
    }

    /// Takes the lines that may be titles: to be passed over, as one puzzle of a cell a line, or
    /// each as a puzzle that cannot be read.
    pub(super) fn take_titles(&mut self, batch: &mut Batch, are_titles: bool) {
        let titles = std::mem::take(&mut self.titles);
        let is_cell = |text: &[u8]| tokens(text).count() == 1 && text.trim_ascii().len() <= 3;
        if is_whole(titles.len()) && titles.iter().all(|(text, _)| is_cell(text)) {
            let start = batch.text.len();
            for (text, _) in &titles {
                batch.text.extend_from_slice(text.trim_ascii());
                batch.text.push(b' ');
            }
            return batch.push(start..batch.text.len(), Layout::Line, titles[0].1);
        }
        // Rows of letters that no drawing stands right before.
        for rows in titles.chunk_by(|(a, _), (b, _)| a.trim_ascii().len() == b.trim_ascii().len()) {
            let labels: Vec<&[u8]> = rows.iter().map(|(row, _)| row.trim_ascii()).collect();
            if is_layout(&labels.concat()) {
                return batch.push_regions_alone(batch.text.len(), rows[0].1);
            }
        }
        if !are_titles {
            for (text, number) in titles {
                // A sentence, or words after a drawing, are no puzzle gone wrong.
                let is_sentence = text.contains(&b' ') || text.ends_with(b":");
                if names_columns(&text) || has_word(&text) && (is_sentence || self.after_drawing) {
                    continue;
                }
                let start = batch.text.len();
                batch.text.extend_from_slice(&text);
                push_title(batch, start, number);
            }
        }
    }

    /// Forgets, at a blank line, what the lines before it were.
    pub(super) fn end_run(&mut self) {
        if let Within::Refused = self.within {
            self.within = Within::Text;
        }
        self.lines_are_puzzles = false;
        self.after_rule = false;
        self.after_line = false;
    }

    /// Leaves a mark for a rule between rows, and an empty line for another line, so that the rows'
    /// numbers hold.
    fn pass_over(&mut self, batch: &mut Batch, start: usize) {
        let is_rule = is_rule(&batch.text[start..]);
        let is_blank_row = match &self.group {
            Group::Rows(rows) => {
                rows.frame.is_some() && rows.frame == Frame::of_blank(&batch.text[start..])
            }
            _ => false,
        };
        if !is_blank_row {
            batch.text.truncate(start);
        }
        let group_start = match &self.group {
            Group::None => return,
            Group::Rows(rows) => rows.start,
            Group::Undecided(undecided) => undecided.lines[0].0.start,
        };
        if is_rule {
            batch.text.extend_from_slice(RULE);
        }
        batch.text.push(b'\n');
        if start - group_start > GRID_LIMIT {
            self.finish_group(batch, start);
        }
    }

    fn take_content(&mut self, batch: &mut Batch, mut start: usize, number: usize) {
        if matches!(self.group, Group::None)
            && self.titles.is_empty()
            && batch.take_label_row(start, number, &self.options.symbols)
        {
            return;
        }
        let line = &batch.text[start..];
        let (shape, frame) = (Shape::of(line), Frame::of(line));
        let has_blanks = frame.is_some() && Frame::has_blanks(line);
        match &mut self.group {
            Group::Rows(rows) if rows.frame == frame && (rows.has_blanks || has_blanks) => {
                rows.has_blanks = true;
                rows.lengths.push(shape.cells(&self.options));
                batch.text.push(b'\n');
                if start - rows.start > GRID_LIMIT {
                    self.finish_group(batch, start);
                }
                return;
            }
            Group::Rows(rows)
                if rows.lengths.rows() == 1
                    && shape.is_drawn()
                    && batch.text[rows.start..start].iter().all(|byte| b"_ \n".contains(byte)) =>
            {
                // The top of a drawing.
                let (top, line) = (rows.start, batch.text.split_off(start));
                batch.text.truncate(top);
                batch.text.extend(line);
                start = top;
                self.group = Group::None;
            }
            _ => {}
        }
        if has_blanks && !shape.has_fields() {
            self.finish_group(batch, start);
            self.titles.clear();
            let mut rows = Rows { frame, has_blanks, ..Rows::new(start, number) };
            rows.lengths.push(shape.cells(&self.options));
            self.group = Group::Rows(rows);
            batch.text.push(b'\n');
            return;
        }
        if is_title(&batch.text[start..], &shape, &self.options) {
            self.finish_group(batch, start);
            if self.after_line {
                return push_title(batch, start, number);
            }
            let text = batch.text.split_off(start);
            if self.titles.len() >= MOST_SIDE * MOST_SIDE {
                self.take_titles(batch, false);
            }
            return self.titles.push((text, number));
        }
        if !self.titles.is_empty() {
            // Four rows of four cells may be four puzzles.
            let is_drawn = shape.reading(&self.options) == Reading::Row;
            let line = batch.text.split_off(start);
            self.take_titles(batch, is_drawn);
            start = batch.text.len();
            batch.text.extend(line);
        }
        let range = start..batch.text.len();
        let (reading, cells) = (shape.reading(&self.options), shape.cells(&self.options));
        let after_rule = std::mem::take(&mut self.after_rule);
        if let (Group::Undecided(undecided), Reading::Row) = (&self.group, reading)
            && undecided.cells.abs_diff(cells) <= 1
            && (cells > MOST_SIDE || 2 * undecided.above > undecided.lines.len())
        {
            // Lines before it had few digits, or small ones; or it has a cell too few or too many.
            self.decide_rows();
        }

        let is_displaced = match &mut self.group {
            Group::Rows(rows) => !rows.take_row(),
            _ => false,
        };
        if is_displaced || self.ends_group(&batch.text[start..], reading, cells) {
            self.finish_group(batch, start);
        }
        match &mut self.group {
            Group::Rows(rows) => {
                rows.lengths.push(cells);
                if rows.lengths.rows() > 2 && rows.lengths.too_long().is_some() {
                    // Two such rows tell all.
                    return batch.text.truncate(start);
                }
            }
            Group::Undecided(undecided) => {
                undecided.push(range.clone(), number, &batch.text, &self.options);
            }
            Group::None => match reading {
                Reading::Either if !after_rule && !self.lines_are_puzzles => {
                    let (lines, asides) = (Vec::new(), Vec::new());
                    let mut undecided = Undecided { cells, lines, above: 0, filled: 0, asides };
                    undecided.push(range.clone(), number, &batch.text, &self.options);
                    self.group = Group::Undecided(undecided);
                }
                Reading::Either if !after_rule => {
                    self.after_line = true;
                    return batch.push(range, Layout::Line, number);
                }
                Reading::Solid | Reading::Spaced => {
                    self.after_line = true;
                    return batch.push(range, Layout::Line, number);
                }
                Reading::Either | Reading::Row => {
                    let is_headed = is_heading(&batch.text[range.clone()], &self.options);
                    let mut rows = Rows { is_headed, frame, ..Rows::new(start, number) };
                    rows.lengths.push(cells);
                    self.group = Group::Rows(rows);
                }
            },
        }
        batch.text.push(b'\n');
        match &self.group {
            Group::Undecided(undecided) if undecided.is_decided() => self.decide(batch, false),
            _ => {}
        }
        if let Group::Rows(rows) = &self.group
            && rows.lengths.too_long().is_none()
            && rows.lengths.rows() >= rows.lengths.side(&self.options) + usize::from(rows.is_headed)
        {
            self.finish_group(batch, range.end);
        }
    }

    /// Whether a content line begins something else than the group's next line.
    fn ends_group(&self, line: &[u8], reading: Reading, cells: usize) -> bool {
        match &self.group {
            Group::None => false,
            Group::Undecided(undecided) => reading != Reading::Either || cells != undecided.cells,
            Group::Rows(rows) => {
                let whole = match self.options.size {
                    Some(size) => cells == size.cell_count(),
                    None => is_whole(cells) || cells > MOST_SIDE,
                };
                let side = rows.lengths.side(&self.options);
                let is_other = |length| cells > Size::MAX_SIDE && cells != length;
                // The row before had a cell too few or too many.
                let is_row = || {
                    side.abs_diff(cells) == 1
                        && largest_value(line, cells, &self.options) > cells.isqrt()
                };
                match reading {
                    Reading::Solid => true,
                    Reading::Row => rows.lengths.too_long().is_some_and(is_other),
                    Reading::Spaced => whole && cells != side,
                    Reading::Either => whole && cells != side && !is_row(),
                }
            }
        }
    }

    /// Lines within a drawing are rows.
    fn decide_rows(&mut self) {
        if let Group::Undecided(undecided) = &self.group {
            self.group = Group::Rows(undecided.as_rows());
        }
    }

    /// Makes rows or puzzles of lines that can be either.
    fn decide(&mut self, batch: &mut Batch, at_end: bool) {
        if let Group::Undecided(undecided) = &self.group {
            if undecided.are_rows(at_end, &self.options) {
                self.group = Group::Rows(undecided.as_rows());
            } else if undecided.are_a_blank_grid() {
                let (range, number) = &undecided.lines[0];
                batch.push_wrong(range.start, *number, undecided.blank_grid(&self.options));
                self.group = Group::None;
            } else {
                let mut asides = undecided.asides.iter().peekable();
                for (index, (range, number)) in undecided.lines.iter().enumerate() {
                    while let Some((_, aside)) = asides.next_if(|(before, _)| *before <= index) {
                        batch.push(aside.clone(), Layout::Aside, *number);
                    }
                    batch.push(range.clone(), Layout::Line, *number);
                }
                for (_, aside) in asides {
                    batch.push(aside.clone(), Layout::Aside, self.lines.number());
                }
                self.group = Group::None;
                self.lines_are_puzzles = true;
            }
        }
    }

    /// Ends the group, whose text ends before `end`.
    pub(super) fn finish_group(&mut self, batch: &mut Batch, end: usize) {
        self.decide(batch, true);
        if let Group::Rows(rows) = &self.group
            && rows.lengths.rows() > 0
        {
            batch.push(rows.start..end, Layout::Rows, rows.line);
            self.after_drawing = true;
            self.after_line = false;
        }
        self.group = Group::None;
    }
}

/// Makes an error of words or a number where a puzzle should be.
fn push_title(batch: &mut Batch, start: usize, number: usize) {
    if !has_word(&batch.text[start..]) {
        return batch.push(start..batch.text.len(), Layout::Line, number);
    }
    let (expected, found, advice) = ("a puzzle", "words".to_owned(), "begin comments with #");
    batch.push_wrong(start, number, ParseErrorKind::Unsupported { expected, found, advice });
}
