// test:rest: more cases of what components.test.ts shows
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { skip, skipPython } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

/** A component of a desk and shelves, served by the SDK's host, which derives the inputs and outputs from its types. */
const shop = `import * as pulumi from '@pulumi/pulumi'
import { componentProviderHost } from '@pulumi/pulumi/provider/experimental'

class Entry extends pulumi.CustomResource {
  declare readonly page: pulumi.Output<number>
  constructor(name: string, inputs: Record<string, unknown>, options?: pulumi.CustomResourceOptions) {
    super('ledger:index/entry:Entry', name, { page: undefined, ...inputs }, options)
  }
}

export interface ShopArgs {
  owner: pulumi.Input<string>
  shelves?: pulumi.Input<pulumi.Input<string>[]>
}

export class Shop extends pulumi.ComponentResource {
  public readonly page: pulumi.Output<number>
  constructor(name: string, args: ShopArgs, opts?: pulumi.ComponentResourceOptions) {
    super('shop:index:Shop', name, args, opts)
    const desk = new Entry(name + '-desk', { account: args.owner, note: 'desk' }, { parent: this })
    this.page = desk.page
    for (const shelf of (args.shelves ?? []) as string[])
      new Entry(name + '-' + shelf, { account: args.owner, note: pulumi.interpolate\`\${shelf} of \${desk.page}\` }, { parent: this })
    this.registerOutputs({ page: this.page })
  }
}

void componentProviderHost({ components: [Shop], name: 'shop' })
`

const press = `from typing import Optional, TypedDict

import pulumi
from pulumi.provider.experimental import component_provider_host


class Entry(pulumi.CustomResource):
    page: pulumi.Output[int]

    def __init__(self, name, inputs, opts=None):
        super().__init__("ledger:index/entry:Entry", name, {"page": None, **inputs}, opts)


class PressArgs(TypedDict):
    owner: pulumi.Input[str]


class Press(pulumi.ComponentResource):
    page: pulumi.Output[int]

    def __init__(self, name: str, args: PressArgs, opts: Optional[pulumi.ResourceOptions] = None):
        super().__init__("press:index:Press", name, {}, opts)
        below = pulumi.ResourceOptions(parent=self)
        first = Entry(f"{name}-first", {"account": args["owner"], "note": "first"}, below)
        note = first.page.apply(lambda page: f"after {page}")
        self.page = Entry(f"{name}-second", {"account": args["owner"], "note": note}, below).page
        self.register_outputs({"page": self.page})


if __name__ == "__main__":
    component_provider_host(name="press", components=[Press])
`

suite('components written with the SDKs’ hosts', { skip: skip || skipPython }, () => {
  test('are created, changed, renamed and removed next to each other', (t) => {
    const { at, run, up, book, exported, recorded } = project(t)
    const folder = (name: string): string => {
      const made = at(`home/.pulumi/plugins/resource-${name}-v1.0.0`)
      mkdirSync(made, { recursive: true })
      return made
    }
    const [ofShop, ofPress] = [folder('shop'), folder('press')]
    writeFileSync(join(ofShop, 'PulumiPlugin.yaml'), 'runtime: nodejs\n')
    writeFileSync(join(ofShop, 'package.json'), '{ "name": "shop", "version": "1.0.0", "main": "index.ts" }\n')
    writeFileSync(
      join(ofShop, 'tsconfig.json'),
      '{ "compilerOptions": { "target": "es2022", "module": "commonjs" } }\n',
    )
    writeFileSync(join(ofShop, 'index.ts'), shop)
    symlinkSync(join(import.meta.dirname, 'node_modules'), join(ofShop, 'node_modules'))
    writeFileSync(join(ofPress, 'PulumiPlugin.yaml'), 'runtime: python\n')
    writeFileSync(join(ofPress, '__main__.py'), press)
    symlinkSync(join(import.meta.dirname, '.venv'), join(ofPress, '.venv'))
    const blueprint = (name: string, shelves: string, more = ''): void =>
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02
resources:
  corner: { type: "shop:index:Shop", spec: { owner: ada, shelves: [${shelves}] } }
  ${name}: { type: "press:index:Press", spec: { owner: "of \${resources.corner.spec.page}" }${more} }
exports:
  page: { type: integer, field: resources.${name}.spec.page }
`,
      )
    blueprint('daily', 'tea')
    up()
    assert.equal(book().length, 4, book().join('\n'))
    assert.deepEqual(exported(), { page: 4 })
    const before = book()
    blueprint('weekly', 'tea, salt', ', metadata: { custom: { slipway: { aliases: [daily] } } }')
    assert.doesNotMatch(up(), /destroyed|replaced/)
    assert.deepEqual(book().slice(0, 4), before)
    assert.equal(book().length, 5, book().join('\n'))
    assert.ok('weekly:weekly-first' in recorded())
    assert.match(up(), /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })
})
