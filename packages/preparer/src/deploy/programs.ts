import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { LastBytes, exitText, runCommand } from '@slipway/processes'
import { baseEnvironment, commandOf, launchableEnvironment } from '../install/environment.ts'
import { hasScript, isCodeChanged, type Owner, refuseChanged } from '../install/installed-code.ts'
import { writePrivate } from '../install/private-file.ts'
import { type Manifest, parseManifest } from '../manifest/manifest.ts'
import type { Installed, Running } from '../records/pod-record.ts'
import { accountOf, asAccount } from '../supervise/account.ts'
import type { Launch } from '../supervise/supervisor.ts'
import type { DeployPorts } from './ports.ts'
import { flip, foldersIn } from './versions.ts'

/** The time between asking a forgotten process to end and killing it, in milliseconds. */
const forgottenGraceMs = 10_000

/** The launchables of one pod: starting, ending, and the scripts around that. */
export class Programs {
  readonly #ports: DeployPorts
  readonly #id: string

  constructor(ports: DeployPorts, id: string) {
    this.#ports = ports
    this.#id = id
  }

  get #owner(): Owner {
    return { kind: 'pod', id: this.#id }
  }

  folder(token: string, launchable: string): string {
    return this.#ports.layout.launch(this.#id, token, launchable)
  }

  /** Starts all programs; nothing that already runs under the token starts a second time. */
  async start(manifest: Manifest, installed: readonly Installed[], token: string): Promise<void> {
    const { layout } = this.#ports
    for (const launchable of installed) await refuseChanged(layout, this.#owner, launchable)
    for (const launchable of installed) flip(layout, 'pod', this.#id, launchable)
    const account = await accountOf(manifest.body.run_as)
    writePrivate(layout.root, layout.manifest('pod', this.#id), `${manifest.text}\n`, account)
    // An activated launchable needs no launch: a failure is only reported, as in the ancestor.
    for (const launchable of installed) await this.#script(manifest, launchable, 'post-activate').catch(this.#tell)
    for (const launchable of installed) await this.#startOne(manifest, launchable, token)
    for (const launchable of installed) await this.#script(manifest, launchable, 'enable')
  }

  /** Restarts programs that are gone although nobody gave them up. */
  async revive({ manifest: text, installed, token }: Running): Promise<void> {
    const { supervisor, closing, tell } = this.#ports
    const manifest = parseManifest(text)
    for (const launchable of installed) {
      const folder = this.folder(token, launchable.name)
      if (closing.aborted || supervisor.state(folder).is !== 'none') continue
      tell({ pod: this.#id, message: `${launchable.name} is gone, and is started again` })
      // Removes what is left of the dead program first.
      await supervisor.stop(folder, manifest.body.graceMs)
      rmSync(folder, { recursive: true, force: true })
      await this.#startOne(manifest, launchable, token)
    }
  }

  async #startOne(manifest: Manifest, installed: Installed, token: string): Promise<void> {
    await refuseChanged(this.#ports.layout, this.#owner, installed)
    await this.#ports.supervisor.start(await this.#launch(manifest, installed, token))
  }

  /**
   * Ends the running programs. `isForced`: even if their scripts fail.
   * @throws Failure `node/halt-failed`
   */
  async halt(running: Running, isForced: boolean): Promise<void> {
    const manifest = parseManifest(running.manifest)
    for (const launchable of running.installed) {
      try {
        await this.#script(manifest, launchable, 'disable')
      } catch (error) {
        // The failure of a script that has changed does not count.
        if (!isForced && !isCodeChanged(error))
          throw new Failure('node/halt-failed', messageOf(error), { cause: error })
        this.#tell(error)
      }
    }
    await this.stop(running.installed, running.token, manifest.body.graceMs)
  }

  async stop(installed: readonly Pick<Installed, 'name'>[], token: string, graceMs: number): Promise<void> {
    const { supervisor, layout } = this.#ports
    await Promise.all(installed.map(({ name }) => supervisor.stop(this.folder(token, name), graceMs)))
    rmSync(join(layout.launches(this.#id), token), { recursive: true, force: true })
  }

  /** Ends everything that was ever launched for the pod, even if no record has it. */
  async stopAll(): Promise<void> {
    const folder = this.#ports.layout.launches(this.#id)
    for (const token of foldersIn(folder))
      await this.stop(
        foldersIn(join(folder, token)).map((name) => ({ name })),
        token,
        forgottenGraceMs,
      )
  }

  async #launch(manifest: Manifest, installed: Installed, token: string): Promise<Launch> {
    const { layout } = this.#ports
    return {
      folder: this.folder(token, installed.name),
      log: layout.log(this.#id, installed.name),
      command: commandOf(manifest, installed),
      cwd: installed.folder,
      account: await accountOf(manifest.body.run_as),
      env: await this.#environment(manifest, installed),
      limits: manifest.body.limits,
      restart: manifest.body.restart,
      code: this.#codeOf(installed),
    }
  }

  #codeOf({ name, folder, digest }: Installed): Launch['code'] {
    if (digest === undefined) return undefined
    return { folder, sums: this.#ports.layout.sums('pod', this.#id, name, basename(folder)) }
  }

  async #environment(manifest: Manifest, installed: Installed): Promise<Readonly<Record<string, string>>> {
    const { layout, env } = this.#ports
    const account = await accountOf(manifest.body.run_as)
    return { ...baseEnvironment(env, account), ...launchableEnvironment(layout, 'pod', manifest, installed) }
  }

  /** Runs `bin/NAME` of an archive, if it has one. Rejects when it fails, or takes longer than the pod's grace. */
  async #script(manifest: Manifest, installed: Installed, name: string): Promise<void> {
    const { layout, closing } = this.#ports
    const file = join(installed.folder, 'bin', name)
    if (!hasScript(layout, this.#owner, installed, name)) return
    await refuseChanged(layout, this.#owner, installed)
    const output = new LastBytes(2048)
    const account = await accountOf(manifest.body.run_as)
    const start = asAccount(account, { command: [file], env: await this.#environment(manifest, installed) })
    const words = start.command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    const end = await runCommand({
      command: `exec ${words.join(' ')}`,
      cwd: installed.folder,
      env: start.env,
      stdout: output,
      timeoutMs: manifest.body.graceMs,
      signal: closing,
    })
    if (end.code === 0) return
    const why = end.stopped === undefined ? exitText(end) : `not finished within ${manifest.body.graceMs / 1000} s`
    throw new Failure('node/script-failed', `bin/${name} of ${installed.name}: ${why}`, {
      details: String(output).trimEnd().split('\n').slice(-5),
    })
  }

  readonly #tell = (error: unknown): void => this.#ports.tell({ pod: this.#id, message: messageOf(error) })
}
