import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure, messageOf, type Diagnostic } from '@slipway/model'
import { hasProc, hasPs } from '@slipway/processes'
import { damageText, missingKeys, type InstanceState, type KnownInstance, type LockHolder } from '@slipway/stores'
import { earlierKeyPath, isPassphraseKey, isTeamKey, keyFileOf, keyFilePath, readKey } from '@slipway/stores/sealer'
import { groupOfFolder, refuseImpossible } from '@slipway/stores/sqlite'
import { recordsInDoubt } from '../../state/open-calls.ts'
import { findProject, type Project, type ProjectRequest } from '../../project/project.ts'
import { userConfigDirectory } from '../../trust/user-folder.ts'
import type { Slipway } from '../../slipway.ts'
import { groupName } from '../../trust/account-names.ts'
import { leftOutText, type FolderTrust } from '../../trust/folder-trust.ts'
import { holderText } from '../../lease/instance-lock.ts'
import { findPlugins } from '../../plugins/find-plugins.ts'
import { checkStatePlace } from '../../store/state-place.ts'
import type { Finding } from './finding.ts'
import { nodeFinding } from './node-finding.ts'
import { missingKeyHint } from '../../store/missing-key.ts'
import { StorePart } from '../../store/store-part.ts'
import { passphraseVariable } from '../../settings/own-secrets.ts'
import { givenPassphrase, sealerOf } from '../../settings/sealer.ts'

/** Checks everything on this machine that a deployment needs. Changes nothing and starts nothing. */
export async function doctor(slipway: Slipway, request: ProjectRequest = {}): Promise<readonly Finding[]> {
  const project = await findProject(slipway, request, 'looks')
  const { env } = slipway
  return [
    nodeFinding(process),
    processesFinding(),
    keyFinding(env),
    folderFinding('cache', project.folders.cache, 'name another folder with XDG_CACHE_HOME'),
    stateFinding(project),
    ...(await storeFindings(project, env)),
    ...(await pluginFindings(project, slipway)),
  ]
}

/** Returns the guarantees about processes on this machine. */
function processesFinding(): Finding {
  const what = 'processes'
  if (hasProc)
    return { verdict: 'good', what, detail: 'identified reliably by /proc: pid, start time, boot, container, sockets' }
  if (!hasPs())
    return {
      verdict: 'odd',
      what,
      detail:
        'there is neither /proc nor ps: a reused pid is taken for the old process, and any process can register as a plugin',
      hint: 'install ps and lsof',
    }
  return {
    verdict: 'odd',
    what,
    detail:
      'identified by ps and lsof, which is weaker: start times have whole seconds, a process that a plugin starts in its own session is only found if ps shows its environment, and without lsof any process of this machine may register as a plugin',
    ...(process.platform === 'linux' && {
      hint: 'on Linux, the variable SLIPWAY_PROCESSES=portable causes this: unset it',
    }),
  }
}

function keyFinding(env: NodeJS.ProcessEnv): Finding {
  const what = 'sealing key'
  if (givenPassphrase(env) !== undefined) return { verdict: 'good', what, detail: `from ${passphraseVariable}` }
  const file = keyFilePath(userConfigDirectory(env))
  try {
    const key = readKey(file)
    if (key !== undefined) return { verdict: 'good', what, detail: `${key.id} in ${file}; keep a copy of it` }
    const folder = folderFinding(
      what,
      dirname(file),
      `name another folder with XDG_CONFIG_HOME, or set ${passphraseVariable}`,
    )
    const detail = `none yet; it will be made at ${file} with the first secret`
    return folder.verdict === 'good' ? { ...folder, detail } : folder
  } catch (error) {
    return badFinding(what, error)
  }
}

/** The place of a state, and the environment in which its keys are looked for. */
interface KeyPlaces extends Pick<Project, 'folders'> {
  readonly env: NodeJS.ProcessEnv
}

/** Reports a key that seals secrets of the state but is missing here. */
function missingKeyFinding(key: string, instance: string, { folders, env }: KeyPlaces): Finding {
  const [what, hint] = missingKeyOf(key, { folders, env })
  return { verdict: 'bad', what: 'sealing key', detail: `secrets of ${instance} are sealed with ${what}`, hint }
}

function missingKeyOf(key: string, places: KeyPlaces): readonly [what: string, hint: string] {
  if (!isTeamKey(key)) return isPassphraseKey(key) ? missingPassphrase(key, places.env) : missingKeyFile(key, places)
  const hint = 'let one of them run: slipway state key add NAME PUBLIC; slipway key show prints yours'
  return ['a key for recipients, and you are not one of them', hint]
}

function missingPassphrase(key: string, env: NodeJS.ProcessEnv): readonly [what: string, hint: string] {
  const isOther = givenPassphrase(env) !== undefined
  const what = isOther ? `another passphrase than the one in ${passphraseVariable}` : 'a passphrase'
  return [`${what} (${key})`, `set ${passphraseVariable} to that passphrase`]
}

function missingKeyFile(key: string, { folders, env }: KeyPlaces): readonly [what: string, hint: string] {
  const config = userConfigDirectory(env)
  const file = keyFileOf(config, key)
  if (file !== undefined)
    return [`the key ${key} in ${file}, and ${passphraseVariable} is set`, `unset ${passphraseVariable}`]
  return [
    `the key ${key}, which is neither in ${keyFilePath(config)} nor in ${earlierKeyPath(config, key)}`,
    missingKeyHint(
      folders,
      'restore the key file, or forget the records that need it: slipway state list, slipway state rm',
    ),
  ]
}

function badFinding(what: string, error: unknown): Finding {
  if (!(error instanceof Failure)) return { verdict: 'bad', what, detail: messageOf(error) }
  const detail = [error.message, ...error.details].join('; ')
  return { verdict: 'bad', what, detail, ...(error.hint !== undefined && { hint: error.hint }) }
}

function folderFinding(what: string, folder: string, hint: string): Finding {
  let path = folder
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  try {
    refuseImpossible(folder)
    accessSync(path, constants.W_OK | constants.X_OK)
    return { verdict: 'good', what, detail: path === folder ? folder : `${folder} (will be created)` }
  } catch (error) {
    return { verdict: 'bad', what, detail: `${folder} cannot be written: ${messageOf(error)}`, hint }
  }
}

/** Reports who can change the state. A user who can write to the folder can remove the state, but not plant another state. */
function stateFinding(project: Project): Finding {
  const { state: folder, shared } = project.folders
  if (shared !== undefined) {
    const finding = folderFinding('state', folder, 'name another folder with XDG_STATE_HOME')
    return { ...finding, detail: `${shared.address.text}; logs of this machine: ${finding.detail}` }
  }
  const finding = folderFinding('state', folder, 'name another folder with SLIPWAY_STATE')
  const isOpen = finding.verdict === 'good' && existsSync(folder) && (statSync(folder).mode & 0o022) !== 0
  if (finding.verdict === 'good' && !isOpen) return placeFinding(project) ?? finding
  if (!isOpen) return finding
  const group = groupOfFolder(folder)
  if (group !== undefined) return { ...finding, detail: `${finding.detail}, shared with the group ${groupName(group)}` }
  return { verdict: 'odd', what: 'state', detail: `others may write in ${folder}`, hint: `run: chmod go-w ${folder}` }
}

function placeFinding(project: Project): Finding | undefined {
  const odd: string[] = []
  try {
    checkStatePlace(project, 'write', (event) => odd.push(event.type === 'notice' ? event.message : ''))
  } catch (error) {
    return badFinding('state', error)
  }
  const [detail] = odd
  return detail === undefined ? undefined : { verdict: 'odd', what: 'state', detail }
}

async function storeFindings({ folders, files }: Project, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const part = new StorePart({ place: folders, access: 'read', sealer: sealerOf(env), files })
  try {
    await part.init()
    const instances = await part.store.instances()
    const found = (await Promise.all(instances.map((known) => instanceFindings(part, known, { folders, env })))).flat()
    return [...found, ...unboundFindings((await part.store.seals()).unbound)]
  } catch (error) {
    return [badFinding('state', error)]
  } finally {
    await part.close()
  }
}

/** Reports secrets without a bound place. Users who can write the state can swap such secrets. */
function unboundFindings(unbound: number): readonly Finding[] {
  if (unbound === 0) return []
  const records = unbound === 1 ? '1 record has' : `${unbound} records have`
  return [
    {
      verdict: 'odd',
      what: 'state',
      detail: `${records} secrets in the form of Slipway 0.1.0, which does not bind them to their place`,
      hint: 'they are sealed again when the next secret is recorded, or now: slipway state rekey',
    },
  ]
}

async function instanceFindings(
  { store }: StorePart,
  { name, damage }: KnownInstance,
  places: KeyPlaces,
): Promise<readonly Finding[]> {
  const what = `instance ${name}`
  if (damage !== undefined) {
    const hint = 'slipway state restore FILE restores a backup, slipway state import FILE an export'
    return [{ verdict: 'bad', what, detail: `its record cannot be read: ${damage}`, hint }]
  }
  try {
    const state = await store.load(name, { skipDamaged: true })
    const missing = missingKeys([state ?? {}]).map((key) => missingKeyFinding(key, name, places))
    return [recordedFinding(what, state, await store.holder(name)), ...missing]
  } catch (error) {
    return [badFinding(what, error)]
  }
}

function recordedFinding(what: string, state: InstanceState | undefined, holder: LockHolder | undefined): Finding {
  const damaged = state?.damaged ?? []
  if (damaged.length > 0) {
    const isLost = damaged.some(({ id }) => id === undefined)
    const giveUp = isLost
      ? 'continue with the rest: slipway state accept'
      : 'give up the broken record: slipway state rm ID'
    const hint = `restore a backup with slipway state restore FILE, or ${giveUp}`
    return { verdict: 'bad', what, detail: damaged.map(damageText).join('; '), hint }
  }
  if (holder !== undefined) return { verdict: 'odd', what, detail: `is locked by ${holderText(holder)}` }
  const doubted = [...new Set(recordsInDoubt(state ?? nothing).map((record) => record.name))]
  if (doubted.length > 0)
    return {
      verdict: 'odd',
      what,
      detail: `in doubt: ${doubted.join(', ')}`,
      hint: 'the next slipway up asks their providers; if these cannot tell, check outside and report the result: slipway up --settle NAME=exists, or NAME=missing',
    }
  return {
    verdict: 'good',
    what,
    detail: `${state?.instance.status ?? 'unknown'}, ${state?.resources.length ?? 0} resources`,
  }
}

const nothing = { intents: [], resources: [] }

async function pluginFindings({ settings, folders, trust }: Project, slipway: Slipway): Promise<readonly Finding[]> {
  try {
    const { plugins, problems } = findPlugins({ slipway, settings, folders, trust })
    const found: Finding = {
      verdict: 'good',
      what: 'plugins',
      detail: plugins.map(({ id, version }) => `${id} ${version}`).join(', '),
    }
    const trouble = problems.filter(({ severity }) => severity !== 'info').map(problemFinding)
    return [found, ...trouble, ...ignoredFindings(settings), ...trustFindings(trust)]
  } catch (error) {
    return [{ verdict: 'bad', what: 'plugins', detail: messageOf(error) }]
  }
}

function ignoredFindings({ ignored }: Project['settings']): readonly Finding[] {
  return ignored.map((detail) => ({ verdict: 'odd', what: 'settings', detail }))
}

function trustFindings(trust: FolderTrust): readonly Finding[] {
  if (trust.leftOut.length === 0) return []
  return [{ verdict: 'odd', what: 'trust', detail: leftOutText(trust) }]
}

function problemFinding({ severity, message, hint }: Diagnostic): Finding {
  const verdict = severity === 'error' ? 'bad' : 'odd'
  return { verdict, what: 'plugins', detail: message, ...(hint === undefined ? {} : { hint }) }
}
