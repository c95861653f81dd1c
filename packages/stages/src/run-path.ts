/**
 * Why a text cannot be the path of an executable within a plugin; `undefined` when it can. Whether there is such a file
 * is for those to see who have a disk.
 */
export function runPathProblem(path: string): string | undefined {
  if (path === '') return 'names no file'
  if (/[\p{Cc}]/u.test(path)) return 'has characters that cannot be printed'
  if (path.startsWith('/')) return 'does not begin at the plugin'
  return leadsOut(path) ? 'leads out of the plugin' : undefined
}

/** Also when it comes back later: `../p/run` depends on the name of the directory. */
function leadsOut(path: string): boolean {
  let depth = 0
  for (const step of path.split('/')) {
    if (step === '..') depth--
    else if (step !== '' && step !== '.') depth++
    if (depth < 0) return true
  }
  return false
}
