import { PluginFailure } from '@slipway/model'
import type { Call } from '../call.ts'

/** Answers with fewer characters than this do not count, because there are only as many of them as questions. */
const largeAnswer = 64 * 1024

/** The maximum number of bytes of all large answers in one run, which keeps them. Answers that are still arriving are not included. */
const mostOfLargeAnswers = 48 * 1024 * 1024

/** Adds up the large answers of plugins in one run, so that a plugin cannot fill the memory. */
export class LargeAnswers {
  #size = 0

  get areTooMany(): boolean {
    return this.#size > mostOfLargeAnswers
  }

  add(answer: unknown): void {
    const size = sizeOf(answer)
    if (size >= largeAnswer) this.#size += size
  }
}

/** The size of a value, computed as for values of a blueprint: a text counts its characters, a list 16 for each item, a map 64 for each entry. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 16 + sizeOf(item), 0)
  let size = 0
  for (const key of Object.keys(value)) size += 64 + key.length + sizeOf((value as Record<string, unknown>)[key])
  return size
}

/** The failure of a call that is not made because plugins have answered too much. */
export function tooMuch(pluginId: string, { name, method }: Pick<Call<unknown>, 'name' | 'method'>): PluginFailure {
  const most = mostOfLargeAnswers / 2 ** 20
  const message = `plugins have answered more than ${most} MB in this run: ${pluginId} gets no more calls for ${name}`
  const details = { pluginId, method, pluginErrorCode: 'UNEXPECTED', refused: true, unsent: true } as const
  return new PluginFailure('engine/answers-too-large', message, details)
}
