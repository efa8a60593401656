// A list of blocks to step through: which one is drawn, and which comes next.

const NONE = [];

export class Steps {
  constructor() {
    this.rows = NONE;
    this.at = this.current = -1;
  }

  /** Give which row is drawn at a query, or -1; on the `track` a row stands for neighboring queries, too. */
  follow(rows, picked, query, track) {
    // The same list may come again, with more about the track.
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

  /** The row `by` further than the one that was chosen last; undefined where there are none. */
  step(by) {
    if (this.rows.length) {
      this.at = this.at < 0 ? 0 : Math.min(Math.max(this.at + by, 0), this.rows.length - 1);
    }
    return this.rows[this.at];
  }
}
