import { fstatSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure, shellWord, shownPath } from '@slipway/model'
import { isOnMadeUpModes, PathTrust, type Finding } from '@slipway/processes/path-trust'
import { groupOfFolder } from '@slipway/stores/sqlite'
import { type InputLimits, readText, type TextFiles } from '@slipway/source/files'
import type { Slipway } from '../slipway.ts'
import { groupName, userName } from './account-names.ts'
import { ownerOfProject } from './owner-of-project.ts'

/** Files that the user has named, read from any place. */
export const namedFiles: TextFiles = { read: readText, problem: () => undefined }

/**
 * Files of a project that the user has not named: settings, stage tasks, policy packs, included and found blueprints, files of programs.
 * They decide which code runs, so only files that no other user can have placed are read.
 */
export class ProjectFiles implements TextFiles {
  readonly #trust: PathTrust
  readonly #folder: string

  constructor(slipway: Pick<Slipway, 'env' | 'trust' | 'agreeToTrust'>, folder: string) {
    this.#trust = new PathTrust(ownerOfProject(slipway, folder))
    this.#folder = folder
  }

  /**
   * Reads the text of a file. Opens the file once and checks the owner of the opened file.
   *
   * @throws Failure `cli/unsafe-file`, or like `readText`
   */
  read(file: string, limits: InputLimits = {}): string {
    const opened = (descriptor: number): void => {
      const finding = this.#trust.findingOfOpened(file, fstatSync(descriptor))
      if (finding !== undefined) throw this.#refused(file, limits.what ?? 'file', finding)
    }
    return readText(file, { ...limits, isOnDisk: true, opened })
  }

  /**
   * Fails if other users could have placed a file or program at a path.
   *
   * @throws Failure `cli/unsafe-file`
   */
  assertOurs(path: string, what: string): void {
    const finding = this.#trust.finding(path)
    if (finding !== undefined && finding.kind !== 'absent') throw this.#refused(path, what, finding)
  }

  problem(path: string): string | undefined {
    const finding = this.#trust.finding(path)
    return finding && reasonOf(path, finding)
  }

  /**
   * Fails if one of the paths belongs to another user. Checks only the owner: the owner of a state may open it to others.
   *
   * @throws Failure `state/foreign`
   */
  assertOwnState(paths: readonly string[]): void {
    const path = paths.find((one) => this.#trust.isForeign(one))
    if (path === undefined) return
    const group = groupOfFolder(dirname(path)) ?? groupOfFolder(path)
    throw new Failure('state/foreign', `${shownPath(path)} belongs to the user ${userName(ownerOf(path) ?? 0)}`, {
      hint:
        group !== undefined
          ? `the group ${groupName(group)} shares this state; if you trust its members with everything that you deploy there: slipway trust --group ${shellWord(groupName(group))}`
          : `run the command as that user; if you trust the owner of the folder: slipway trust ${shellWord(this.#folder)}; or name another folder with SLIPWAY_STATE`,
    })
  }

  #refused(path: string, what: string, finding: Finding): Failure {
    const message = `Slipway does not read the ${what} ${shownPath(path)}: ${reasonOf(path, finding)}`
    return new Failure('cli/unsafe-file', message, { hint: this.#hint(finding) })
  }

  #hint({ kind, path, uid, gid }: Finding): string {
    const file = shellWord(path)
    const trust = `slipway trust ${shellWord(this.#folder)}`
    if (['everybody', 'group'].includes(kind) && isOnMadeUpModes(path))
      return `this file system does not report real permissions; if only you use it: ${trust}`
    if (kind === 'everybody') return `chmod o-w ${file} keeps others out`
    if (kind === 'group')
      return `chmod g-w ${file} keeps them out; slipway trust --group ${shellWord(groupName(gid))} lets what this group writes count as yours`
    if (kind === 'owner' && ownerOf(this.#folder) === uid) return `${trust} lets the files of its owner count as yours`
    return `remove it, or take it over if you know its content: sudo chown ${ownName()} ${file}`
  }
}

export function projectFiles(slipway: Pick<Slipway, 'env' | 'trust' | 'agreeToTrust'>, folder: string): ProjectFiles {
  return new ProjectFiles(slipway, folder)
}

function reasonOf(path: string, { kind, path: found, uid, gid }: Finding): string {
  const it = found === path ? 'it' : shownPath(found)
  if (kind === 'owner') return `${it} belongs to the user ${userName(uid)}, who could make it run anything as you`
  if (kind === 'everybody') return `everybody on this machine can write to ${it}`
  if (kind === 'group') return `the group ${groupName(gid)} may write ${it}`
  if (kind === 'second-name')
    return `everybody can put files into ${shownPath(dirname(found))}, and ${it} has a second name`
  return `${it} is behind too many links`
}

function ownName(): string {
  return userName(process.geteuid?.() ?? 0)
}

function ownerOf(folder: string): number | undefined {
  return lstatSync(folder, { throwIfNoEntry: false })?.uid
}
