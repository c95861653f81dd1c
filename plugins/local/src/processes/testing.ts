/** The processes of one test file, in a folder of their own. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import type { ValueMap } from '@slipway/sdk'
import type { Trial } from '@slipway/sdk/testing'
import { blueprintFolder, resourceIn } from '../testing.ts'

const started: { readonly it: Trial; readonly state: ValueMap }[] = []
// before the folder goes, together with the records of the processes
after(() => Promise.all(started.map(({ it, state }) => it.destroy(state))))
export const folder = await blueprintFolder()
export const at = (name: string): string => join(folder, name)

export const resource = () => resourceIn(folder, 'local/process')

export async function create(it: Trial, spec: object): Promise<ValueMap> {
  const state = await it.create(spec)
  started.push({ it, state })
  return state
}

export function pidOf(state: ValueMap): number {
  assert.ok(typeof state['pid'] === 'number')
  return state['pid']
}

export function isAlive(pid: number): boolean {
  return isRunning(pid, 0)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until there is a number in a file, and returns it. */
export async function numberIn(name: string): Promise<number> {
  for (;;) {
    const text = existsSync(at(name)) ? readFileSync(at(name), 'utf8') : ''
    if (text.endsWith('\n')) return Number(text)
    await sleep(5)
  }
}

/** Waits until a process has ended by itself. */
export async function hasEnded(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10)
}

export const folderOf = (it: Trial): string => at(`.slipway/processes/${it.identity.resourceId}`)
export const sleeper = { command: 'sleep', args: ['600'] }
const server = `
  const { createServer } = require('node:http')
  const answer = (_, response) => response.writeHead(Number(process.env.STATUS ?? 200)).end(process.env.WORD)
  createServer(answer).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))`
export const serverOn = (port: number, env: object = {}) => ({
  command: process.execPath,
  args: ['-e', server],
  env: { PORT: String(port), ...env },
  health: { http: `http://127.0.0.1:${port}/`, timeoutMs: 60_000 },
})
