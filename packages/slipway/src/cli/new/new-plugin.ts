import { relative } from 'node:path'
import { newPlugin } from '@slipway/operations/authors/new-plugin'
import type { Console } from '../console/console.ts'
import { installStep } from './install-step.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

export interface NewOptions {
  readonly id?: string
  readonly install: boolean
  readonly json?: boolean
}

/** `slipway plugin new DIR` */
export async function showNewPlugin(
  folder: string,
  { id, install, json }: NewOptions,
  console: Console,
): Promise<void> {
  const plugin = await newPlugin(slipwayOf(console), {
    folder,
    id,
    install,
    onWritten: ({ files, ...made }) => {
      if (json !== true)
        console.out.write(`${made.id} is in ${made.folder}:\n${files.map((file) => `  ${file}\n`).join('')}`)
      if (install) console.err.write('npm install fetches the dependencies ...\n')
    },
    onOutput: (text) => console.err.write(text),
  })
  if (json === true) {
    console.out.write(jsonReport({ kind: 'plugin', ...plugin }))
    return
  }
  const place = relative(console.cwd, plugin.folder) || '.'
  const steps = [
    ...(place === '.' ? [] : [`cd ${place}`]),
    ...(install ? [] : [installStep(plugin.folder)]),
    'npm test           # types, tests, build, slipway plugin test',
    'npx slipway up     # try.blueprint.yaml',
  ]
  console.out.write(`Next:\n${steps.map((step) => `  ${step}\n`).join('')}`)
}
