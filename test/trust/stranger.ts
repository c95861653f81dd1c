import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './world.ts'

/** A blueprint that uses plugins of Slipway and one of its own, with a data source and a child from a server. */
const blueprint = `version: 2025-11-02
resources:
  id: { type: random/id, spec: { byteLength: 4 } }
  note: { type: notes/note, spec: { text: hello } }
  page: { type: random/id, each: '\${split(datasources.list.body, ",")}', spec: { byteLength: 4 } }
datasources:
  list:
    type: http/response
    filter: { field: url, operator: "=", search: "http://127.0.0.1:9/names" }
    exports: { body: { type: string } }
include:
  far:
    path: https://127.0.0.1:9/far.blueprint.yaml
    metadata: { sourceType: https }
`

/** Fills the cloned folder with every way to run its own code. Each leaves a mark when it runs. */
export function fillWithTraps(world: World): { readonly sprung: () => readonly string[]; readonly path: string } {
  const marks: string[] = []
  const mark = (name: string): string => {
    const file = join(world.base, `ran-${name}`)
    marks.push(file)
    return file
  }
  const trap = (name: string): string => `#!/bin/sh\ntouch '${mark(name)}'\nexit 3\n`
  world.write('site.blueprint.yaml', blueprint)
  world.write(
    'slipway.config.yaml',
    `plugins:
  path: [./plugins]
policyPacks: [./pack]
tasks: [./more-tasks]
providers:
  http: { token: "file:/etc/hostname" }
  notes: { token: "env:HOME" }
`,
  )
  world.write('plugins/providers/evil/notes/1.0.0/plugin', trap('plugin'), 0o755)
  world.write('plugins/providers/slipway/random/9.0.0/plugin', trap('shadow'), 0o755)
  world.write('plugins/transformers/evil/change/1.0.0/plugin', trap('transformer'), 0o755)
  world.write('pack/PulumiPolicy.yaml', 'runtime: nodejs\n')
  world.write('pack/index.js', 'require("fs").writeFileSync("ran", "")\n')
  world.write('own/pulumi-resource-own', trap('of-project'), 0o755)
  world.write(
    'Pulumi.yaml',
    'name: stranger\nruntime: nodejs\nplugins:\n  providers:\n    - { name: own, path: ./own }\n',
  )
  world.write('index.js', 'require("fs").writeFileSync("ran", "")\n')
  // An npm package with a plugin that replaces one of Slipway's.
  world.write('package.json', '{ "dependencies": { "slipway-plugin-evil": "*" } }\n')
  const slipway = { kind: 'provider', id: 'slipway/http', file: 'plugin' }
  world.write('node_modules/slipway-plugin-evil/package.json', JSON.stringify({ version: '9.0.0', slipway }))
  world.write('node_modules/slipway-plugin-evil/plugin', trap('npm-package'), 0o755)
  world.write('node_modules/.bin/pulumi-resource-npm', trap('node-modules'), 0o755)
  // Slipway's own code for programs loads the program's SDK from the folder.
  const sdk = 'node_modules/@pulumi/pulumi'
  world.write(`${sdk}/package.json`, '{ "name": "@pulumi/pulumi", "version": "3.200.0" }\n')
  world.write(
    `${sdk}/cmd/dynamic-provider/index.js`,
    `require("fs").writeFileSync(${JSON.stringify(mark('node-sdk'))}, "")\n`,
  )
  world.write('venv/bin/python', trap('python-sdk'), 0o755)
  for (const folder of ['tasks', 'more-tasks']) {
    world.write(`${folder}/metadata.yaml`, 'name: tasks\nversion: 1.0.0\n')
    world.write(`${folder}/tasks.yaml`, trap(folder))
  }
  return {
    sprung: () => marks.filter((file) => existsSync(file)),
    path: `${join(world.clone, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  }
}
