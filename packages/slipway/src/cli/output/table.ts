import { visible, visibleLines } from '@slipway/source/visible'

/**
 * Columns side by side, two spaces apart, each as wide as its widest cell. The last column is not padded; the further lines of a cell in it are
 * indented alike.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell, column) => (column < row.length - 1 ? visible : visibleLines)(cell)))
  const widths: number[] = []
  for (const row of shown) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)))
  return shown.map((row) => rowText(row, widths)).join('')
}

function rowText(row: readonly string[], widths: readonly number[]): string {
  const before = row
    .slice(0, -1)
    .map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}  `)
    .join('')
  const [first = '', ...more] = (row.at(-1) ?? '').split('\n')
  return [`${before}${first}`, ...more.map((line) => `${' '.repeat(before.length)}${line}`)]
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
