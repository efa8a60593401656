// Reports a value to Python after a moment's rest, or at once if another part of the page is pressed,
// which may need it.

const REST = 120; // ms

const all = new Set();

export function tellAll() {
  for (const rest of all) rest.now();
}

document.addEventListener("click", tellAll, true);

export class Rest {
  constructor(tell, ms = REST) {
    this.tell = tell;
    this.ms = ms;
    all.add(this);
  }

  /** The value changed: restart the delay. */
  begin() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), this.ms);
  }

  now() {
    if (!this.timer) return;
    this.forget();
    this.tell();
  }

  forget() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  close() {
    this.forget();
    all.delete(this);
  }
}
