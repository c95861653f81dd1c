/** The longest name of a file in an answer, in characters. */
const longestName = 1000

/**
 * Refuses a file name that leads out of its folder, or that a file system would change.
 * @throws Error
 */
export function assertNameInside(name: string): void {
  const shown = JSON.stringify(name.slice(0, 200))
  const problem = problemOf(name)
  if (problem !== undefined) throw new Error(`it names the file ${shown}, which ${problem}`)
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'is empty'
  if (name.length > longestName) return `has ${name.length} characters`
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'has control characters'
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.includes('\\')) return 'is not relative'
  const parts = name.split('/')
  if (parts.includes('..')) return 'leads out of its folder'
  return parts.some((part) => part === '' || part === '.') ? 'is not written as a plain path' : undefined
}
