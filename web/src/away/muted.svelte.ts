// Whom one does not want to hear at a table; this browser remembers it.
import { remember, remembered } from "../memory";

export class Muted {
  #seats = $state.raw<readonly number[]>([]);
  readonly #key: string;

  constructor(match: string) {
    this.#key = `muted.${match}`;
    this.#seats = remembered(this.#key).split(",").filter(Boolean).map(Number);
  }

  has(seat: number): boolean {
    return this.#seats.includes(seat);
  }

  toggle(seat: number): void {
    this.#seats = this.has(seat) ? this.#seats.filter((one) => one !== seat) : [...this.#seats, seat];
    remember(this.#key, this.#seats.join(","));
  }
}
