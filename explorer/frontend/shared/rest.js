// What Python is told once the hand lets go: after a moment's rest, or at once where something else
// on the page is pressed, which may ask for it.

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

  /** It moved: wait anew. */
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
