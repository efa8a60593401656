// A list of blocks to step through: which one is drawn, and which comes next.

const NONE = [];

export class Steps {
  constructor() {
    this.rows = NONE;
    this.at = -1;
  }

  /**
   * Take the list, and what is drawn at a query; `track` says whether a row stands for neighbouring
   * queries, too. Gives the row that is drawn; -1 where none is.
   */
  follow(rows, picked, query, track) {
    if (rows !== this.rows) {
      this.rows = rows;
      this.at = -1;
    }
    const holds = ([start, end]) => start - 1e-6 <= query && query < end - 1e-6;
    const current = rows.findIndex((row) => picked && `${row.run}` === `${picked.run}`
      && (!track || holds(row.queries)));
    if (current >= 0 && current !== this.current) this.at = current;
    this.current = current;
    return current;
  }

  /**
   * The row `by` further; undefined where there are none. Steps count from the row that was chosen last,
   * also before its answer has come.
   */
  step(by) {
    if (this.rows.length) {
      this.at = this.at < 0 ? 0 : Math.min(Math.max(this.at + by, 0), this.rows.length - 1);
    }
    return this.rows[this.at];
  }
}
