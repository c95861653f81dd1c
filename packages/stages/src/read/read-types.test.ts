import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readTaskPlugins, type ReadTaskPlugins } from './read-plugin.ts'
import { orderEntries, renderTypes } from '../order/render-order.ts'
import { orderTasks } from '../order/order-tasks.ts'
import { taskFingerprint } from '../run/resume.ts'
import { briefly } from '../testing.ts'

const ansible = `  ansible:
    run: ./types/ansible
    parameters:
      playbook: {kind: text, required: true}
      hosts: list
      check: flag
      serial: number
      vars: map
`

interface Written {
  readonly types?: string
  readonly tasks?: string
  readonly version?: string
}

/** Plugins by their names, read together. */
function readAll(plugins: Readonly<Record<string, Written>>): ReadTaskPlugins {
  const files = Object.entries(plugins).map(([name, { types, tasks, version = '1.0.0' }]) => {
    const declared = types === undefined ? '' : `task_types:\n${types}`
    const text = `name: ${name}\nversion: ${version}\n${declared}`
    return {
      directory: name,
      metadata: { file: `${name}/metadata.yaml`, text },
      tasks: { file: `${name}/tasks.yaml`, text: tasks },
    }
  })
  return readTaskPlugins(files)
}

function problems(read: ReadTaskPlugins): readonly string[] {
  return [...read.plugins.flatMap(({ diagnostics }) => diagnostics), ...read.diagnostics].map(briefly)
}

function task(parameters: string, type = 'ansible'): string {
  return `- role: '*'\n  stage: pre_deployment\n  type: ${type}\n  parameters: {${parameters}}\n`
}

describe('a task type of a plugin', () => {
  test('is available to the tasks of every plugin, and its own plugin may have none', () => {
    const read = readAll({ web: { tasks: task('playbook: site.yml, timeout: 5') }, types: { types: ansible } })
    assert.deepEqual(problems(read), [])
    const { tasks } = orderTasks(read.plugins.flatMap(({ plugin }) => plugin ?? []))
    assert.deepEqual(
      orderEntries(tasks).map(({ type, typePlugin }) => [type, typePlugin]),
      [['ansible', 'types']],
    )
    assert.deepEqual(renderTypes(read.types), ['ansible from types 1.0.0 (types/metadata.yaml:4:3): ./types/ansible'])
  })

  test('checks the parameters of its tasks', () => {
    const tasks = [
      task('playbook: site.yml, hosts: [a], check: true, serial: 1.5, vars: {a: 1}, timeout: 0, cwd: x'),
      task('playbok: site.yml, hosts: a, check: 1, serial: "1", vars: [], other: 1'),
    ]
    assert.deepEqual(problems(readAll({ p: { types: ansible, tasks: tasks.join('') } })), [
      'tasks.yaml:8:15 tasks/missing-key [1].parameters.timeout: timeout is missing (add a line that begins with "timeout:")',
      'tasks.yaml:8:16 tasks/unknown-key [1].parameters.playbok: there is no key called "playbok" (did you mean "playbook"?)',
      'tasks.yaml:8:42 tasks/wrong-type [1].parameters.hosts: hosts must be a list, but is text',
      'tasks.yaml:8:52 tasks/wrong-type [1].parameters.check: check must be true or false, but is the number 1',
      'tasks.yaml:8:63 tasks/wrong-type [1].parameters.serial: serial must be a number, but is text',
      'tasks.yaml:8:74 tasks/wrong-type [1].parameters.vars: vars must be a map, but is a list',
      'tasks.yaml:8:78 tasks/unknown-key [1].parameters.other: the key "other" has no meaning here (remove it)',
    ])
  })

  test('with a typo is suggested by its right name', () => {
    const read = readAll({ p: { types: ansible, tasks: task('playbook: x, timeout: 1', 'ansibel') } })
    assert.deepEqual(problems(read), [
      'tasks.yaml:3:9 tasks/unknown-type [0].type: there is no task type called "ansibel" (did you mean "ansible"?)',
    ])
  })

  test('has one meaning: neither another plugin nor a built-in one may define it again', () => {
    const one = { types: '  same: {run: ./a}\n' }
    const plugins = { b: one, a: one, c: { types: '  shell: {run: ./a}\n' } }
    const expected = [
      'metadata.yaml:4:3 tasks/duplicate-type task_types.same: the task type "same" is defined twice: b in b/metadata.yaml:4:3, and a in a/metadata.yaml:4:3 (rename one of them: a name must mean the same type in every task)',
      'metadata.yaml:4:3 tasks/duplicate-type task_types.shell: the task type "shell" is defined twice: c in c/metadata.yaml:4:3, and built into Slipway (rename one of them: a name must mean the same type in every task)',
    ]
    assert.deepEqual(problems(readAll(plugins)), expected)
    assert.deepEqual(problems(readAll(Object.fromEntries(Object.entries(plugins).toReversed()))), expected)
  })

  test('reports all its mistakes at once', () => {
    const types = `  a.b: {run: ../a/x}
  two: {run: /bin/true, parameter: {}}
  three: {parameters: {timeout: seconds, 'x y': text, s: string, n: {type: number}, l: [list]}}
  four: ./four
  five: {run: "x\\ty"}
  six: {run: sub/../../six}
`
    const tasks = task('s: 1, timeout: 1', 'three')
    assert.deepEqual(problems(readAll({ p: { types, tasks } })), [
      'metadata.yaml:4:3 tasks/bad-name task_types.a.b: "a.b" cannot be the name of a task type (use letters, digits, "_" and "-")',
      'metadata.yaml:4:14 tasks/bad-run task_types.a.b.run: the path "../a/x" leads out of the plugin (write a path within the directory of the plugin, such as ./types/mine)',
      'metadata.yaml:5:14 tasks/bad-run task_types.two.run: the path "/bin/true" does not begin at the plugin (write a path within the directory of the plugin, such as ./types/mine)',
      'metadata.yaml:5:25 tasks/unknown-key task_types.two.parameter: there is no key called "parameter" (did you mean "parameters"?)',
      'metadata.yaml:6:10 tasks/missing-key task_types.three.run: run is missing (add a line that begins with "run:")',
      'metadata.yaml:6:24 tasks/bad-name task_types.three.parameters.timeout: every task type of a plugin already takes timeout (remove it)',
      'metadata.yaml:6:42 tasks/bad-name task_types.three.parameters.x y: "x y" cannot be the name of a parameter (use letters, digits, "_" and "-")',
      'metadata.yaml:6:58 tasks/unknown-kind task_types.three.parameters.s: there is no kind of parameter called "string" (did you mean "text"?)',
      'metadata.yaml:6:69 tasks/missing-key task_types.three.parameters.n.kind: kind is missing (add a line that begins with "kind:")',
      'metadata.yaml:6:70 tasks/unknown-key task_types.three.parameters.n.type: the key "type" has no meaning here (remove it)',
      'metadata.yaml:6:88 tasks/wrong-type task_types.three.parameters.l: l must be one of text, number, flag, list, map, but is a list',
      'metadata.yaml:7:9 tasks/wrong-type task_types.four: four must be a map with run and parameters, but is text',
      'metadata.yaml:8:15 tasks/bad-run task_types.five.run: the path "x\ty" has characters that cannot be printed (write a path within the directory of the plugin, such as ./types/mine)',
      'metadata.yaml:9:14 tasks/bad-run task_types.six.run: the path "sub/../../six" leads out of the plugin (write a path within the directory of the plugin, such as ./types/mine)',
    ])
  })

  test('under a misspelt key is not ignored', () => {
    const metadata = { file: 'metadata.yaml', text: 'name: p\nversion: 1\ntask-type: {}\ntype: x\n' }
    const tasks = { file: 'tasks.yaml', text: task('cmd: x, timeout: 1', 'shell') }
    assert.deepEqual(problems(readTaskPlugins([{ directory: 'p', metadata, tasks }])), [
      'metadata.yaml:3:1 tasks/unknown-key task-type: there is no key called "task-type" (did you mean "task_types"?)',
    ])
  })

  test('with any declaration is read without a throw', () => {
    const keys = fc.constantFrom('run', 'parameters', 'kind', 'required', 'a', '__proto__', 'constructor', 'timeout')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 7, '', 'text', './run', '../x', 'seconds'),
        fc.array(tie('tree'), { maxLength: 2 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(tree, (declared) => {
        const types = `  ${JSON.stringify({ own: declared })}\n`
        const read = readAll({ p: { types, tasks: task('a: 1, timeout: 1', 'own') } })
        assert.ok(read.types.length <= 1)
      }),
    )
  })
})

/** The fingerprint of a task whose type another plugin brings. */
function fingerprint(types: string, version?: string): string {
  const owner = version === undefined ? { types } : { types, version }
  const { plugins } = readAll({ p: { tasks: task('playbook: x, timeout: 1') }, types: owner })
  const [ordered] = orderTasks(plugins.flatMap(({ plugin }) => plugin ?? [])).tasks
  assert.ok(ordered)
  return taskFingerprint(ordered)
}

test('a task changes when its type comes from elsewhere, or runs something else', () => {
  assert.equal(fingerprint(ansible), fingerprint(ansible))
  assert.notEqual(fingerprint(ansible), fingerprint(ansible, '1.0.1'))
  assert.notEqual(fingerprint(ansible), fingerprint(ansible.replace('./types/ansible', './types/other')))
})
