/** Pulumi's ledger plugin on a local server: it is small, and uses Pulumi's own SDK. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { FileServer, type Route } from '@slipway/installer/testing'
import { nodeOptions } from '../interop/pulumi/machine.ts'
import { tarGz } from './archive.ts'
import { installMachine, type InstallMachine } from './machine.ts'

const interop = join(import.meta.dirname, '../interop/pulumi')

export const ledgerScript = `#!/bin/sh\nexec node '${join(interop, 'ledger.cjs')}' "$@"\n`

const ledgerArchive = tarGz({ 'pulumi-resource-ledger': ledgerScript })

function ledgerPath(version = '1.2.0'): string {
  return `/pulumi-resource-ledger-v${version}-${platformOf()}.tar.gz`
}

export function putLedger(server: FileServer, version?: string, route: Route = {}): void {
  server.put(ledgerPath(version), { body: ledgerArchive, ...route })
}

/** The environment of the plugin, which names the book of a machine. */
export function ledgerEnv({ home }: InstallMachine): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: nodeOptions, LEDGER: join(home, 'book.json') }
}

/** A machine with a book and without plugins, and a server with the plugin. */
export async function ledgerMachine(
  t: TestContext,
): Promise<{ readonly box: InstallMachine; readonly server: FileServer }> {
  const box = installMachine(t)
  const server = await FileServer.start()
  t.after(() => server.stop())
  putLedger(server)
  Object.assign(box.env, ledgerEnv(box))
  return { box, server }
}

/** Writes a blueprint into the project, with the source of the plugin and one entry. */
export function writeBlueprint(box: InstallMachine, server: FileServer): void {
  box.write(
    'app.blueprint.yaml',
    `version: 2025-11-02
metadata: { slipway: { plugins: { ledger: { source: "pulumi:ledger", version: 1.2.0, server: "${server.url}" } } } }
resources:
  rent: { type: "ledger:index/entry:Entry", spec: { account: rent } }
`,
  )
}

/** Turns the folder into a project with a program in JavaScript, which has the SDK. */
export function writeProgram(box: InstallMachine, text: string, packages = ''): void {
  box.write('Pulumi.yaml', `name: books\nruntime: {name: nodejs, options: {typescript: false}}\n${packages}`)
  box.write('package.json', '{"name": "books", "main": "index.js"}')
  box.write('index.js', `const pulumi = require('@pulumi/pulumi')\n${text}`)
  symlinkSync(join(interop, 'node_modules'), join(box.folder, 'node_modules'))
}

/** Writes a book that another program has filled already. */
export function writeBook(box: InstallMachine, entries: object): void {
  writeFileSync(join(box.home, 'book.json'), JSON.stringify(entries))
}
