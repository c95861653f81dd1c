/**
 * The reason why a text cannot be the path of an executable within a plugin; `undefined` if it can. Whether the file exists is checked
 * elsewhere.
 */
export function runPathProblem(path: string): string | undefined {
  if (path === '') return 'names no file'
  if (/[\p{Cc}]/u.test(path)) return 'has characters that cannot be printed'
  if (path.startsWith('/')) return 'does not begin at the plugin'
  return leadsOut(path) ? 'leads out of the plugin' : undefined
}

/** True if a path leaves the plugin, even if it comes back: `../p/run` depends on the name of the directory. */
function leadsOut(path: string): boolean {
  let depth = 0
  for (const step of path.split('/')) {
    if (step === '..') depth--
    else if (step !== '' && step !== '.') depth++
    if (depth < 0) return true
  }
  return false
}
