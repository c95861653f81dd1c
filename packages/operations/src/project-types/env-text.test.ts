import assert from 'node:assert/strict'
import { test } from 'node:test'
import { envText, isEnvText, membersIn } from './env-text.ts'

const none = new Map<string, string>()

test('a written file reads back the same, with the comments', () => {
  const members = {
    TypeNames: new Map([['aws:', '    "aws:":\n      | "aws:s3/bucket:Bucket"']]),
    ResourceTypes: new Map([
      [
        'acme/a',
        '    /** One */\n    "acme/a": {\n      given: {\n        readonly x: string\n      }\n      gets: {}\n    }',
      ],
      [
        'acme/b',
        '    /**\n     * Two\n     * @deprecated Three\n     */\n    "acme/b": {\n      given: {}\n      gets: {}\n    }',
      ],
    ]),
    DataSourceTypes: none,
    PluginFunctions: new Map([['acme::f', '    "acme::f": (a_1: string) => Plain']]),
  }
  const text = envText(members)
  assert.match(text, isEnvText)
  assert.deepEqual(membersIn(text), members)
  assert.equal(envText(membersIn(text)), text)
})

test('another text gives nothing', () => {
  for (const text of ['', 'interface ResourceTypes {\n    "\\q": {}\n', '  interface Other {\n    "a/b": {}\n  }\n'])
    assert.deepEqual(Object.values(membersIn(text)), [none, none, none, none])
})
