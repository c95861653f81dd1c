// test:rest: more cases of what python-program.test.ts shows
import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip, skipPython } from './machine.ts'

/** Programs after the public documentation of Pulumi, in our own words. */
const program = `
import os
import pulumi
from pulumi.dynamic import CheckResult, CreateResult, DiffResult, ReadResult, Resource, ResourceProvider, UpdateResult

class Page(pulumi.CustomResource):
    letters: pulumi.Output[int]

    def __init__(self, name, text, opts=None):
        super().__init__("bare:index:Page", name, {"text": text, "letters": None}, opts)

class Site(pulumi.ComponentResource):
    def __init__(self, name, text, opts=None):
        super().__init__("docs:index:Site", name, {"text": text}, opts)
        self.page = Page(f"{name}-page", text, pulumi.ResourceOptions(parent=self))
        self.register_outputs({"letters": self.page.letters})

class Sizes(ResourceProvider):
    def check(self, olds, news):
        return CheckResult({"colour": "red", **news}, [])

    def diff(self, id, olds, news):
        return DiffResult(changes=olds["size"] != news["size"])

    def create(self, props):
        return CreateResult("made", {**props, "double": props["size"] * 2})

    def update(self, id, olds, news):
        return UpdateResult({**news, "double": news["size"] * 2})

    def read(self, id, props):
        return ReadResult(id, {**props, "double": 7})

class Thing(Resource):
    double: pulumi.Output[int]
    colour: pulumi.Output[str]

    def __init__(self, name, size=None, opts=None):
        super().__init__(Sizes(), name, {"size": size, "double": None, "colour": None}, opts)

def longer(args):
    if args.type_ != "bare:index:Page":
        return None
    return pulumi.ResourceTransformResult({**args.props, "text": pulumi.Output.concat(args.props["text"], "!")}, args.opts)

pulumi.runtime.register_resource_transform(longer)
hook = pulumi.ResourceHook("before", lambda args: print("hook of", args.name))
site = Site("one", pulumi.Output.from_input("abc"))
thing = Thing("thing", int(os.environ.get("SIZE", "2")))
read = Thing("read", opts=pulumi.ResourceOptions(id=thing.id))
last = Page("last", pulumi.Output.json_dumps({"letters": site.page.letters}), pulumi.ResourceOptions(
    depends_on=[site],
    hooks=pulumi.ResourceHookBinding(before_create=[hook]),
    custom_timeouts=pulumi.CustomTimeouts(delete="1m"),
    additional_secret_outputs=["letters"],
    aliases=[pulumi.Alias(name="first")],
))
pulumi.export("text", pulumi.Output.format("{0} {1}", site.page.id, thing.id))
pulumi.export("all", pulumi.Output.all(one=site.page.letters, two=thing.double).apply(lambda all: all["one"] + all["two"]))
pulumi.export("thing", [thing.double, thing.colour, read.double])
pulumi.export("last", last.letters)
pulumi.export("size", pulumi.Config().get_int("size") or 3)
pulumi.export("asset", pulumi.StringAsset("told"))
`

suite('a Python program from the public documentation', { skip: skip === false ? skipPython : skip }, () => {
  test('may use outputs, components, transforms, hooks and dynamic resources', (t) => {
    const { run, at, pages } = bareMachine(t, 'handshake,secrets,preview')
    writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: {name: python, options: {virtualenv: env}}\n')
    writeFileSync(at('__main__.py'), program)
    symlinkSync(join(import.meta.dirname, '.venv'), at('env'))
    const up = run('up', '--yes')
    assert.equal(up.code, 0, up.err)
    assert.match(up.err + up.out, /hook of last/)
    const exported = (...args: string[]): unknown => JSON.parse(run('exports', '--json', ...args).out)
    assert.deepEqual(exported('--show-secrets'), {
      text: 'page-1 made',
      all: 8,
      thing: [4, 'red', 7],
      last: 15,
      size: 3,
      asset: { 'fn::stringAsset': 'told' },
    })
    assert.equal((exported() as Readonly<Record<string, unknown>>)['last'], '(secret)')
    const planned = run('plan', '--detailed-exitcode')
    assert.equal(planned.code, 0, planned.out + planned.err)
    const destroyed = run('destroy', '--yes')
    assert.equal(destroyed.code, 0, destroyed.err)
    assert.deepEqual(pages(), {})
  })
})
