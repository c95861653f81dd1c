import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { type Gathered, mayExist } from '@slipway/engine'
import type { Diagnostic, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { realFolder } from '../reading/real-folder.ts'
import { namesOf } from './other-settings.ts'

/**
 * Warnings about things in another folder that shares the state: they are changed and destroyed there. If a type does not say whether its
 * things lie in a folder, looks for its relative paths in the folder of the last deployment. Most things lie in no folder, and moving a
 * project moves its things. So warns only about paths that exist there but not here.
 *
 * @param folderOf the folder of a thing whose type says that it lies in one
 */
export function otherFolder(
  { state }: Pick<Gathered, 'state'>,
  folder: string,
  folderOf: (record: ResourceRecord) => string | undefined,
): readonly Diagnostic[] {
  const here = realFolder(folder)
  const unplaced: ResourceRecord[] = []
  const placed: [place: string, record: ResourceRecord][] = []
  for (const record of state?.resources ?? []) {
    if (!mayExist(record)) continue
    const place = folderOf(record)
    if (place === undefined) unplaced.push(record)
    else if (place !== here) placed.push([place, record])
  }
  const others = Map.groupBy(placed, ([place]) => place)
  const elsewhere = Array.from(others, ([place, found]): Diagnostic => {
    const records = found.map(([, record]) => record)
    const [is, they] = records.length === 1 ? ['is', 'it'] : ['are', 'they']
    const message = `${namesOf(records)} ${is} in ${place}, from which ${state?.instance.name} was deployed: ${they} ${is} changed and destroyed there; new resources are created here`
    return { code: 'cli/other-folder', severity: 'warning', message, hint }
  })
  return [...elsewhere, ...perhapsThere(state, unplaced, folder)]
}

const hint = 'continue there, or give each folder its own instance (--instance) or its own state'

function perhapsThere(
  state: Gathered['state'],
  records: readonly ResourceRecord[],
  folder: string,
): readonly Diagnostic[] {
  const { blueprintFile = '' } = state?.instance ?? {}
  const former = dirname(blueprintFile)
  if (!isAbsolute(blueprintFile) || realFolder(former) === realFolder(folder) || !existsSync(former)) return []
  const left = records.filter(({ spec }) =>
    relativePathsIn(spec).some((path) => existsSync(join(former, path)) && !existsSync(join(folder, path))),
  )
  if (left.length === 0) return []
  const message = `${namesOf(left)} ${left.length === 1 ? 'is' : 'are'} in ${former}, from which ${state?.instance.name} was last deployed; here its path leads to another place`
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
