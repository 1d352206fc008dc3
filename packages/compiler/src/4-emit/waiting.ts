// What is put in only when all that stands in front of it has been: several things may come to stand at one place, in the order of the text.
export class Waiting {
  readonly #tasks: { readonly at: number; readonly run: () => void }[] = []

  add(at: number, run: () => void): void { this.#tasks.push({ at, run }) }

  /** All up to a place of the text. */
  until(at: number): void {
    const due = this.#tasks.filter((task) => task.at <= at).sort((a, b) => a.at - b.at)
    for (const task of due) {
      this.#tasks.splice(this.#tasks.indexOf(task), 1)
      task.run()
    }
  }
}
