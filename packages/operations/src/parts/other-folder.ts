import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Gathered } from '@slipway/engine'
import type { Diagnostic, ValueMap } from '@slipway/model'
import { namesOf } from './other-settings.ts'

/**
 * Told where two folders share a state, and what a relative path names lies in the other one, from which it was deployed last. Most things
 * lie in no folder, and who moves a project moves its things: so it is said only of what is seen to be there, and not here.
 */
export function otherFolder({ state }: Pick<Gathered, 'state'>, folder: string): readonly Diagnostic[] {
  const { blueprintFile = '' } = state?.instance ?? {}
  const former = dirname(blueprintFile)
  if (!isAbsolute(blueprintFile) || former === folder || !existsSync(former)) return []
  const left = (state?.resources ?? []).filter(({ spec }) =>
    relativePathsIn(spec).some((path) => existsSync(join(former, path)) && !existsSync(join(folder, path))),
  )
  if (left.length === 0) return []
  const message = `${namesOf(left)} is in ${former}, from which ${state?.instance.name} was last deployed; here its path means something else`
  const hint = 'continue there, or give each folder its own instance (--instance) or its own state'
  return [{ code: 'cli/other-folder', severity: 'warning', message, hint }]
}

const pathName = /path|file|folder|dir|root/i
const longestPath = 1000

function relativePathsIn(spec: ValueMap): readonly string[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const isPath = pathName.test(name) && typeof value === 'string' && value.length <= longestPath
    return isPath && value !== '' && !isAbsolute(value) && !value.includes('\0') ? [value] : []
  })
}
