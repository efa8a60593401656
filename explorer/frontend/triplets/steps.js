// A list of blocks to step through: the drawn one, and the next.

const NONE = [];

export class Steps {
  constructor() {
    this.rows = NONE;
    this.at = this.current = -1;
  }

  /** The row that is drawn at a query, or -1; for the `track`, a row also covers neighboring queries. */
  follow(rows, picked, query, track) {
    // The same list may arrive again with more results for the track.
    const named = (list) => String(list.map((row) => `${row.query} ${row.run}`));
    if (rows !== this.rows && named(rows) !== named(this.rows)) this.at = this.current = -1;
    this.rows = rows;
    const holds = ([start, end]) => start - 1e-6 <= query && query < end - 1e-6;
    const current = rows.findIndex((row) => picked && `${row.run}` === `${picked.run}`
      && (!track || holds(row.queries)));
    if (current >= 0 && current !== this.current) this.at = current;
    this.current = current;
    return current;
  }

  /** The row `by` places after the one chosen last, or undefined. */
  step(by) {
    if (this.rows.length) {
      this.at = this.at < 0 ? 0 : Math.min(Math.max(this.at + by, 0), this.rows.length - 1);
    }
    return this.rows[this.at];
  }
}
