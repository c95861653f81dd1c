import {
  array,
  boolean,
  custom,
  enum as oneOf,
  literal,
  looseObject,
  nullable,
  optional,
  record,
  string,
  tuple,
} from 'zod/mini'
import { mustBe, type Value, type ValueMap } from '@slipway/model'
import type { PlannedTask } from '../../events.ts'
import type { PlannedAsks } from '../../programs/planned-asks.ts'

const text = string(mustBe('a string'))
const names = array(text, mustBe('a list of strings'))
const isMap = mustBe('a map')

/** The form of a saved plan in its file. The contents of `options` and `plan` are guarded by the sealed digest. */
export const savedPlanShape = looseObject(
  {
    slipway: literal('saved-plan', mustBe('"saved-plan"')),
    version: literal(2, mustBe('2: another version of Slipway has written it')),
    id: text,
    state: text,
    instance: text,
    options: looseObject(
      {
        operation: oneOf(['up', 'destroy', 'refresh'], mustBe('up, destroy or refresh')),
        targets: names,
        exclude: names,
        replace: names,
      },
      isMap,
    ),
    sealed: text,
    plan: text,
  },
  isMap,
)

/** The sealed part of a saved plan. Nothing may be missing, because carrying out the plan compares all of it with the present facts. */
export const sealedShape = looseObject(
  {
    variables: array(tuple([text, looseObject({ value: custom<Value>(), from: text }, isMap)]), mustBe('a list')),
    tasks: nullable(
      looseObject(
        {
          tasks: array(custom<PlannedTask>()),
          taskOrderChanges: names,
          tasksUnfinished: boolean(mustBe('true or false')),
        },
        isMap,
      ),
    ),
    taskMarks: array(tuple([text, text]), mustBe('a list')),
    settings: looseObject({ ids: record(text, text, isMap), known: custom<ValueMap>() }, isMap),
    mark: text,
    digest: text,
    asks: optional(custom<PlannedAsks>()),
  },
  isMap,
)
