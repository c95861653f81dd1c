import * as z from 'zod'

/** Permissions in the usual notation: `0600`, `755`. */
export const modeText = z.string().regex(/^0?[0-7]{3}$/)

export function modeOf(text: string): number {
  return Number.parseInt(text, 8)
}

export function textOfMode(mode: number): string {
  return `0${(mode & 0o777).toString(8).padStart(3, '0')}`
}

/** The permissions as they are: `undefined` when they are as they were written, however that was. */
export function driftOfMode(actual: number, written: string): string | undefined {
  return (actual & 0o777) === modeOf(written) ? undefined : textOfMode(actual)
}
