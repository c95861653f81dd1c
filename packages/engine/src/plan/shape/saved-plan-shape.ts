import {
  array,
  boolean,
  enum as oneOf,
  literal,
  looseObject,
  number,
  optional,
  record,
  string,
  unknown,
} from 'zod/mini'
import { mustBe, shapeProblems } from '@slipway/model'

const text = string(mustBe('a string'))
const texts = array(text, mustBe('a list of strings'))
const map = record(string(), unknown(), mustBe('a map'))

function list<Item extends Parameters<typeof array>[0]>(item: Item) {
  return array(item, mustBe('a list'))
}

const isMap = mustBe('a map')
const recorded = looseObject({ id: text, name: text, type: text, status: text, spec: map, dependsOn: texts }, isMap)

/** A change that a plan may make to a record before the first step: rename it, make it another generation, or forget it. */
const regrouping = looseObject(
  {
    kind: oneOf(['forget', 'resource'], mustBe('forget or resource')),
    resourceId: optional(text),
    resource: optional(recorded),
  },
  isMap,
).check((found) => {
  const { kind, resourceId, resource } = found.value
  const [path, value] = kind === 'forget' ? ['resourceId', resourceId] : ['resource', resource]
  if (value === undefined) found.issues.push({ code: 'custom', input: value, path: [path], message: 'is missing' })
})

const changes = list(looseObject({ path: text }, isMap))

const wish = looseObject(
  {
    spec: optional(map),
    metadata: optional(map),
    importedAs: optional(text),
    renamedFrom: optional(text),
    conditionUntil: optional(text),
    recorded: optional(changes),
  },
  isMap,
)

const actions = ['create', 'update', 'replace', 'delete', 'forget', 'none'] as const

const step = looseObject(
  {
    key: text,
    name: text,
    type: text,
    action: oneOf(actions, mustBe(`one of ${actions.join(', ')}`)),
    current: optional(recorded),
    wish: optional(wish),
    changes,
    replaceBecause: texts,
    destroyFirst: optional(boolean(mustBe('true or false'))),
    retainsOld: optional(boolean(mustBe('true or false'))),
    oldStays: optional(text),
    lostWith: optional(text),
    goesWith: optional(text),
    leftOut: optional(boolean(mustBe('true or false'))),
    within: optional(text),
    after: texts,
    oldAfter: optional(texts),
    blocked: optional(looseObject({ code: text, message: text }, isMap)),
    record: optional(recorded),
  },
  isMap,
).check((found) => {
  const { action, current, wish: wanted } = found.value
  const missing: string[] = []
  if (action !== 'create' && current === undefined) missing.push('current')
  if ((action === 'create' || action === 'replace') && wanted === undefined) missing.push('wish')
  for (const path of missing)
    found.issues.push({ code: 'custom', input: undefined, path: [path], message: `is missing, for: ${action}` })
})

const linkActions = ['create', 'update', 'delete', 'none'] as const

const linkStep = looseObject(
  {
    key: text,
    name: text,
    type: text,
    action: oneOf(linkActions, mustBe(`one of ${linkActions.join(', ')}`)),
    a: text,
    b: text,
    changes,
    after: texts,
    conditionUntil: optional(text),
    blocked: optional(looseObject({ code: text, message: text }, isMap)),
  },
  isMap,
)

const outcomes = ['met', 'unmet', 'open'] as const

/** The parts of a plan that its run needs. A step's facts about its resource are also compared with the state. */
const plan = looseObject(
  {
    format: literal(3, mustBe('3')),
    operation: oneOf(['up', 'destroy', 'refresh'], mustBe('up, destroy or refresh')),
    instance: text,
    stateVersion: number(mustBe('a number')),
    blueprintHash: text,
    part: optional(looseObject({ targets: optional(texts), exclude: optional(texts) }, isMap)),
    regrouped: list(regrouping),
    absent: optional(texts),
    steps: list(step),
    links: optional(list(linkStep)),
    exports: map,
    exportsChanged: boolean(mustBe('true or false')),
    exportChanges: optional(changes),
    children: optional(list(looseObject({ name: text, exports: map, exportChanges: optional(changes) }, isMap))),
    checks: optional(
      list(looseObject({ path: text, outcome: oneOf(outcomes, mustBe(`one of ${outcomes.join(', ')}`)) }, isMap)),
    ),
    drawn: optional(map),
    protect: optional(boolean(mustBe('true or false'))),
  },
  isMap,
)

/** The problems of a plan that was read, one line each: `steps[3].action must be one of …`. */
export function planProblems(read: unknown): readonly string[] {
  const { error } = plan.safeParse(read)
  return shapeProblems(error?.issues ?? [])
}
