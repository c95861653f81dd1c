import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { ignore } from '../../events.ts'
import type { Slipway } from '../../slipway.ts'
import { changeState, type StateChangeRequest } from '../change-state.ts'
import { nextVersion } from './next-version.ts'
import { recordNamed } from '../record-named.ts'
import { isOfProgram, recordOfUrn, renamingInProgram } from './rename-in-program.ts'
import { renaming } from './renaming.ts'

export interface Renamed {
  readonly resource: ResourceRecord
  readonly to: string
}

/**
 * Renames a recorded resource without touching its thing. For a resource that was renamed in the blueprint and whose type declares no identity. For
 * a program, the request gives the resource's name in the program or its URN.
 *
 * @throws Failure `cli/no-such-resource`, `state/name-taken`, `state/bad-name`
 */
export function renameResource(
  slipway: Slipway,
  from: string,
  to: string,
  request: Omit<StateChangeRequest<never>, 'agree'> = {},
  observe = ignore,
): Promise<Renamed> {
  return changeState(slipway, request, 'slipway state mv', observe, async ({ store, lease, load }) => {
    const state = await load()
    const resource = recordOfUrn(state, from) ?? recordNamed(state, from)
    if (isOfProgram(state)) {
      const renamed = await renamingInProgram(state, resource, to)
      await store.commit(lease, [...renamed.changes, nextVersion(state, Date.now())])
      return { resource, to: renamed.to }
    }
    checkName(to)
    const changes = renaming(state, resource.name, to)
    await store.commit(lease, [...changes, nextVersion(state, Date.now())])
    return { resource, to }
  })
}

/** Accepts names as in blueprints, including items of a template and resources of children. */
function checkName(name: string): void {
  if (/^[A-Za-z_][\w.-]*(\/[A-Za-z_][\w.-]*)*$/.test(name) && name.length <= 512) return
  throw new Failure('state/bad-name', `${JSON.stringify(name.slice(0, 80))} cannot be the name of a resource`, {
    hint: 'names have letters, digits, "_", "-" and ".", and begin with a letter or "_"',
  })
}
