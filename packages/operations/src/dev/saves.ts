import { resolve } from 'node:path'

/** The saved files that the loop has not looked at yet. Saves are heard at any time, also while something else goes on. */
export class Saves {
  readonly #files = new Set<string>()
  readonly #over: Promise<'over'>
  #news = Promise.withResolvers<'saved'>()

  /** @param onSave called with the absolute paths of each save */
  constructor(changes: AsyncIterable<readonly string[]>, folder: string, onSave: (files: readonly string[]) => void) {
    this.#over = this.#hear(changes, folder, onSave)
    this.#over.catch(() => undefined)
  }

  /**
   * Resolves once there are saved files, or once there will be no more.
   *
   * @throws what has ended the watch
   */
  async next(): Promise<'saved' | 'over'> {
    return await Promise.race([this.#news.promise, this.#over])
  }

  some(isIt: (file: string) => boolean): boolean {
    return [...this.#files].some(isIt)
  }

  /** Returns the absolute paths of the saved files, and forgets them. */
  take(): readonly string[] {
    const files = [...this.#files]
    this.#files.clear()
    this.#news = Promise.withResolvers()
    return files
  }

  async #hear(
    changes: AsyncIterable<readonly string[]>,
    folder: string,
    onSave: (files: readonly string[]) => void,
  ): Promise<'over'> {
    for await (const changed of changes) {
      const files = changed.map((file) => resolve(folder, file))
      for (const file of files) this.#files.add(file)
      this.#news.resolve('saved')
      onSave(files)
    }
    return 'over'
  }
}
