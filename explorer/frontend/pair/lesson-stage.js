// A lesson shown to a room: the page without its head, magnified, with a picture that fills the height.

const ROOMY = 868; // px of the page's width at which its smallest text can be read across a room
const FREE = 26; // px below the picture, for the room's panel

export class LessonStage {
  /** `changed` is called when it begins or ends, and when the window changes its size. */
  constructor(notes, changed) {
    this.notes = notes;
    this.changed = changed;
    this.active = false;
    this.resized = () => this.active && this.#size();
    this.escaped = (event) => event.key === "Escape" && !notes.hide() && this.leave();
    this.filled = () => document.fullscreenElement || notes.hide() || this.leave();
  }

  enter() {
    this.active = true;
    window.addEventListener("resize", this.resized);
    document.addEventListener("keydown", this.escaped);
    document.addEventListener("fullscreenchange", this.filled);
    document.documentElement.classList.add("presented");
    document.documentElement.requestFullscreen({ navigationUI: "hide" }).catch(() => null);
    this.#size();
  }

  leave() {
    if (!this.active) return;
    this.active = false;
    this.notes.hide();
    window.removeEventListener("resize", this.resized);
    document.removeEventListener("keydown", this.escaped);
    document.removeEventListener("fullscreenchange", this.filled);
    document.documentElement.classList.remove("presented");
    document.documentElement.style.removeProperty("--presented");
    if (document.fullscreenElement === document.documentElement) document.exitFullscreen();
    this.changed();
  }

  #size() {
    document.documentElement.style.setProperty("--presented", String(window.innerWidth / ROOMY));
    this.changed();
  }

  /** The height for the layers, if what is below them, such as scores, keeps its own. */
  room(layers, below) {
    const zoom = window.innerWidth / ROOMY;
    const rest = below ? below.getBoundingClientRect().height : 0;
    return (window.innerHeight - layers.getBoundingClientRect().top - rest) / zoom - FREE;
  }
}
