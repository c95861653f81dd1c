import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, type Diagnostic } from '@slipway/model'
import type { KnownInstance } from '@slipway/stores'
import { keyFilePath } from '@slipway/stores/sealer'
import type { Project } from '../project/project.ts'
import { userConfigDirectory } from '../settings/load.ts'
import { holderText } from './lease-part.ts'
import { findPlugins } from './plugins-part.ts'
import { passphraseVariable, sealerOf, StorePart } from './store-part.ts'

/** Something that was looked at. `odd` does no harm yet; `bad` makes commands fail. */
export interface Finding {
  readonly verdict: 'good' | 'odd' | 'bad'
  readonly what: string
  readonly detail: string
  readonly hint?: string
}

/** Looks at everything on this machine that a deployment needs. Changes nothing, starts nothing. */
export async function examine(project: Project, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  return [
    { verdict: 'good', what: 'node', detail: `${process.version} at ${process.execPath}` },
    keyFinding(env),
    folderFinding('cache', project.places.cache, 'name another folder with XDG_CACHE_HOME'),
    folderFinding('state', project.places.state, 'name another folder with SLIPWAY_STATE'),
    ...(await storeFindings(project, env)),
    ...(await pluginFindings(project, env)),
  ]
}

function keyFinding(env: NodeJS.ProcessEnv): Finding {
  if ((env[passphraseVariable] ?? '') !== '')
    return { verdict: 'good', what: 'sealing key', detail: `from ${passphraseVariable}` }
  const file = keyFilePath(userConfigDirectory(env))
  if (existsSync(file)) return { verdict: 'good', what: 'sealing key', detail: `in ${file}; keep a copy of it` }
  return { verdict: 'good', what: 'sealing key', detail: `none yet; it will be made at ${file} with the first secret` }
}

function folderFinding(what: string, folder: string, hint: string): Finding {
  let path = folder
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return { verdict: 'good', what, detail: path === folder ? folder : `${folder} (will be made)` }
  } catch (error) {
    return { verdict: 'bad', what, detail: `${folder} cannot be written: ${messageOf(error)}`, hint }
  }
}

async function storeFindings({ places }: Project, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const part = new StorePart({ directory: places.state, access: 'read', sealer: sealerOf(env) })
  try {
    await part.init()
    const instances = await part.store.instances()
    return await Promise.all(instances.map((known) => instanceFinding(part, known)))
  } catch (error) {
    return [{ verdict: 'bad', what: 'state', detail: messageOf(error) }]
  } finally {
    await part.close()
  }
}

async function instanceFinding({ store }: StorePart, { name, damage }: KnownInstance): Promise<Finding> {
  const what = `instance ${name}`
  if (damage !== undefined)
    return {
      verdict: 'bad',
      what,
      detail: `its record cannot be read: ${damage}`,
      hint: 'restore the state from a copy, or import what slipway state export has saved',
    }
  const [state, holder] = await Promise.all([store.load(name, { skipDamaged: true }), store.holder(name)])
  const damaged = state?.damaged ?? []
  if (damaged.length > 0) {
    const detail = damaged.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`).join('; ')
    return {
      verdict: 'bad',
      what,
      detail,
      hint: 'restore the state from a copy, or give up what is broken: slipway state rm ID',
    }
  }
  if (holder !== undefined) return { verdict: 'odd', what, detail: `is locked by ${holderText(holder)}` }
  const doubts = state?.intents.length ?? 0
  if (doubts > 0)
    return { verdict: 'odd', what, detail: `${doubts} calls in doubt`, hint: 'the next slipway up settles them' }
  return {
    verdict: 'good',
    what,
    detail: `${state?.instance.status ?? 'unknown'}, ${state?.resources.length ?? 0} resources`,
  }
}

async function pluginFindings({ settings, places }: Project, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  try {
    const { plugins, problems } = await findPlugins({ settings, places, env })
    const found: Finding = {
      verdict: 'good',
      what: 'plugins',
      detail: plugins.map(({ id, version }) => `${id} ${version}`).join(', '),
    }
    const trouble = problems.filter(({ severity }) => severity !== 'info').map(problemFinding)
    return [found, ...trouble]
  } catch (error) {
    return [{ verdict: 'bad', what: 'plugins', detail: messageOf(error) }]
  }
}

function problemFinding({ severity, message, hint }: Diagnostic): Finding {
  const verdict = severity === 'error' ? 'bad' : 'odd'
  return { verdict, what: 'plugins', detail: message, ...(hint === undefined ? {} : { hint }) }
}
