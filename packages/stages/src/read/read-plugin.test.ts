import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readTaskPlugin } from './read-plugin.ts'
import { briefly, readPlugin } from '../testing.ts'

/** The file of the document. */
const documented = `- role: ['primary-controller', 'controller']
  stage: post_deployment/100
  type: shell
  parameters:
    cmd: ./deploy.sh
    timeout: 42
`

function problems(tasks: string | undefined, metadata?: string): readonly string[] {
  return readPlugin('p', tasks, metadata).diagnostics.map(briefly)
}

/** The documented task with one line changed. */
function changed(line: RegExp, replacement: string): string {
  return documented.replace(line, replacement)
}

describe('a task plugin', () => {
  test('of the document is read without a diagnostic', () => {
    const { plugin, diagnostics } = readPlugin('A', documented)
    assert.deepEqual(diagnostics, [])
    const [task] = plugin?.tasks ?? []
    assert.equal(task?.stageText, 'post_deployment/100')
    assert.deepEqual(task?.roles, [
      { kind: 'name', name: 'primary-controller' },
      { kind: 'name', name: 'controller' },
    ])
    assert.equal(task?.parameters['cmd'], './deploy.sh')
    assert.equal(task?.failOnError, true)
    assert.deepEqual(task?.location.range.start, { line: 2, column: 10, offset: 54 })
  })

  test('reports all its mistakes at once, with location and path', () => {
    const text = `- role: controller
  stage: post_deployment::50
  type: shel
  parameters:
    cmd: 5
    timeout: -1
- stage: 100
  typ: shell
  parameters:
    timeot: 1
- role: ['*', '/(/', 7]
  stage: pre_deployment/5.
  type: shell
  parameters: ./deploy.sh
`
    assert.deepEqual(problems(text), [
      `tasks.yaml:1:9 tasks/wrong-type [0].role: role must be a list of roles, but is text (write it as a list: ['controller'])`,
      'tasks.yaml:2:10 tasks/stage-separator [0].stage: "::" is between the stage and its number in "post_deployment::50"; the separator is "/" (write it as: stage: post_deployment/50)',
      'tasks.yaml:3:9 tasks/unknown-type [0].type: there is no task type called "shel" (did you mean "shell"?)',
      'tasks.yaml:7:3 tasks/missing-key [1].role: role is missing (add a line that begins with "role:")',
      'tasks.yaml:7:10 tasks/wrong-type [1].stage: stage must be text such as post_deployment/100, but is the number 100',
      'tasks.yaml:8:3 tasks/unknown-key [1].typ: there is no key called "typ" (did you mean "type"?)',
      `tasks.yaml:11:15 tasks/bad-role [2].role[1]: /(/ is not a regular expression (write the name of a role, '*' for every node, or /a regular expression/ for whole names)`,
      'tasks.yaml:11:22 tasks/wrong-type [2].role[2]: role[2] must be text, but is the number 7',
      'tasks.yaml:12:10 tasks/bad-postfix [2].stage: the number ends with a point in "pre_deployment/5." (write it as: stage: pre_deployment/5 or pre_deployment/5.0)',
      'tasks.yaml:14:15 tasks/wrong-type [2].parameters: parameters must be a map, but is text',
    ])
  })

  for (const stage of ['post_deployment:: 50', 'post_deployment: :50', 'post_deployment:']) {
    test(`explains "stage: ${stage}", although YAML rejects the file, and goes on`, () => {
      const found = problems(changed(/post_deployment\/100/, stage) + changed(/42/, `'42'`))
      assert.match(
        found[0] ?? '',
        /^tasks\.yaml:2:10 tasks\/stage-separator \[0\]\.stage: ".*" is between .*write it as: stage: post_deployment/,
      )
      assert.match(
        found[1] ?? '',
        /^tasks\.yaml:12:14 tasks\/wrong-type \[1\]\.parameters\.timeout: .*without quotes: 42/,
      )
      assert.equal(found.length, 2)
    })
  }

  test('that is no YAML for another reason says so', () => {
    assert.match(problems(`${documented}  - [`)[0] ?? '', /source\/yaml-syntax/)
  })

  test('explains it even when the rest of the file is no YAML either, all in the order of the text', () => {
    const found = problems(
      changed(/post_deployment\/100/, 'post_deployment:: 50') + '- role: [\n  stage: pre_deployment\n',
    )
    assert.match(found[0] ?? '', /^tasks\.yaml:2:10 tasks\/stage-separator/)
    assert.match(found[1] ?? '', /source\/yaml-syntax/)
    assert.equal(found.length, 2)
  })

  for (const stage of ['post_deployment:: 50', 'post_deployment: :50']) {
    test(`explains "stage: ${stage}" within braces, too`, () => {
      const found = problems(`- {role: '*', stage: ${stage}, type: shell, parameters: {cmd: ls, timeout: 1}}\n`)
      assert.match(found.join(), /^tasks\.yaml:1:22 tasks\/stage-separator \[0\]\.stage: /)
    })
  }
})

describe('a parameter', () => {
  const cases: Readonly<Record<string, readonly [text: string, expected: RegExp | undefined]>> = {
    'timeout 0': [changed(/42/, '0'), undefined],
    'timeout -1': [changed(/42/, '-1'), /bad-timeout .*-1 is less than 0/],
    'timeout text': [
      changed(/42/, `'1'`),
      /wrong-type .*a whole number of seconds, but is text .*write it without quotes: 1/,
    ],
    'timeout fraction': [changed(/42/, '1.5'), /a whole number of seconds, but is the number 1\.5/],
    'timeout flag': [changed(/42/, 'true'), /a whole number of seconds, but is true/],
    'timeout absent': [changed(/ {4}timeout: 42\n/, ''), /missing-key \[0\]\.parameters\.timeout/],
    'timeout huge': [changed(/42/, '99999999'), /more than 24 days/],
    'cmd number': [changed(/\.\/deploy\.sh/, '5'), /cmd must be text, but is the number 5 \(put it into quotes: "5"\)/],
    'cmd slip': [changed(/cmd/, 'cdm'), /unknown-key \[0\]\.parameters\.cdm: .*did you mean "cmd"/],
    'a strange key': [
      changed(/timeout: 42/, 'timeout: 42\n    retries: 3'),
      /unknown-key .*"retries" has no meaning here/,
    ],
    'all of upload_file': [
      changed(/type: shell[^]*/, `type: upload_file\n  parameters: {path: /etc/x, data: "", permissions: "0644"}\n`),
      undefined,
    ],
    'a bad mode': [
      changed(/type: shell[^]*/, `type: upload_file\n  parameters: {path: a, data: b, permissions: rw}\n`),
      /an octal mode/,
    ],
    'a file without dst': [
      changed(/type: shell[^]*/, `type: copy_files\n  parameters: {files: [{src: a}]}\n`),
      /missing-key \[0\]\.parameters\.files\[0\]\.dst/,
    ],
    'puppet without a manifest': [changed(/shell/, 'puppet'), /puppet_manifest is missing/],
  }
  for (const [name, [text, expected]] of Object.entries(cases)) {
    test(name, () => {
      const found = problems(text)
      if (expected === undefined) assert.deepEqual(found, [])
      else assert.match(found.join('\n'), expected)
    })
  }
})

describe('metadata', () => {
  const cases: Readonly<Record<string, readonly [text: string, expected: RegExp | undefined]>> = {
    'of another tool': ['name: a\nversion: 1.10\ntitle: A\nreleases: []\n', undefined],
    'without a version': ['name: a\n', /metadata\.yaml:1:1 tasks\/missing-key version/],
    'with a slip': ['nmae: a\nversion: 1\n', /unknown-key nmae: .*did you mean "name"/],
    'with a bad name': ['name: a/b\nversion: 1\n', /bad-name name: "a\/b" cannot be the name/],
    'with an unknown range': ['name: a\nversion: 1\nrange: netwrk\n', /unknown-range range: .*did you mean "network"/],
    'with a reserved range': ['name: a\nversion: 1\nrange: [reserved-1000]\n', /unknown-range range\[0\]/],
    'that is a list': ['- a\n', /a map with name and version, but is a list/],
  }
  for (const [name, [text, expected]] of Object.entries(cases)) {
    test(name, () => {
      const found = problems(documented, text)
      if (expected === undefined) assert.deepEqual(found, [])
      else assert.match(found.join('\n'), expected)
    })
  }

  test('keeps a version as it is written', () => {
    assert.equal(readPlugin('a', documented, 'name: a\nversion: 1.10\n').plugin?.version, '1.10')
  })
})

describe('files that are missing or empty', () => {
  test('are named', () => {
    assert.match(problems(undefined).join(), /tasks\.yaml:1:1 tasks\/missing-file: there is no p\/tasks\.yaml/)
    assert.match(problems('').join(), /tasks\/empty/)
    assert.match(problems('[]\n').join(), /tasks\/empty/)
    assert.match(problems('a: b\n').join(), /tasks must be a list, but is a map/)
  })
})

/** The documented task with another number. */
function inRange(number: string, metadata = ''): readonly string[] {
  return problems(changed(/\/100/, number), `name: p\nversion: 1\n${metadata}`)
}

describe('a number in a range', () => {
  test('that is open, or in none, gives no warning', () => {
    for (const number of ['', '/0', '/-100', '/-99.9', '/50', '/999.9', '/2000', '/4999', '/8000', '/9000']) {
      assert.deepEqual(inRange(number), [], number)
    }
  })

  test('that is reserved is warned about, with its name', () => {
    for (const number of ['/1000', '/1999.9', '/3000', '/5999', '/7500']) {
      assert.match(
        inRange(number).join(),
        /tasks\/reserved-range \[0\]\.stage: .* \(reserved\), which is kept for future use/,
        number,
      )
    }
  })

  test('that the plugin did not declare is warned about, with both names', () => {
    assert.deepEqual(inRange('/4100', 'range: network\n'), [])
    assert.match(
      inRange('/100', 'range: network\n').join(),
      /tasks\/outside-range .*0 - 999 \(hardware\).*4000 - 4999 \(network\)/,
    )
    assert.match(
      inRange('/-1', 'range: [network, disks]\n').join(),
      /is in no range.*2000 - 2999 \(disks\), 4000 - 4999/,
    )
    assert.deepEqual(inRange('', 'range: network\n'), [])
    assert.equal(inRange('/4100', 'range: netwrk\n').length, 1, 'a range that does not exist is told once')
  })
})

test('two tasks with one id are an error', () => {
  const twice = changed(/type:/, 'id: a\n  type:') + changed(/type:/, 'id: a\n  type:')
  assert.match(problems(twice).join(), /tasks\.yaml:10:7 tasks\/duplicate-id \[1\]\.id/)
})

test('no text makes the reader throw', () => {
  const line = fc.constantFrom(
    '- ',
    'role: ',
    'stage: ',
    'post_deployment',
    '::',
    '/',
    ' 50',
    '[',
    '{',
    '*',
    '\n',
    '  ',
    "'",
    'parameters:\n',
    'x'.repeat(10),
    '\u0000',
    '&a ',
    ': ',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(line).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, texts, (metadata, tasks) => {
      readTaskPlugin({ directory: 'd', metadata: { file: 'm', text: metadata }, tasks: { file: 't', text: tasks } })
    }),
    { numRuns: 500 },
  )
})
