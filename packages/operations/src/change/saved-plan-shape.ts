import {
  array,
  boolean,
  custom,
  enum as oneOf,
  literal,
  looseObject,
  exactOptional,
  record,
  string,
  tuple,
} from 'zod/mini'
import { mustBe, type Value, type ValueMap } from '@slipway/model'
import type { PlannedTask } from '../events.ts'

const text = string(mustBe('a string'))
const names = array(text, mustBe('a list of strings'))
const isMap = mustBe('a map')

/** How a saved plan lies in its file. What stands in `options` and `plan` is held by the digest besides. */
export const savedPlanShape = looseObject(
  {
    slipway: literal('saved-plan', mustBe('"saved-plan"')),
    version: literal(1, mustBe('1: another version of Slipway has written it')),
    options: looseObject(
      {
        operation: oneOf(['up', 'destroy', 'refresh'], mustBe('up, destroy or refresh')),
        targets: exactOptional(names),
        exclude: exactOptional(names),
        replace: exactOptional(names),
      },
      isMap,
    ),
    sealed: text,
    plan: text,
  },
  isMap,
)

/** What is sealed in it. */
export const sealedShape = looseObject(
  {
    variables: array(tuple([text, looseObject({ value: custom<Value>(), from: text }, isMap)])),
    tasks: exactOptional(
      looseObject(
        {
          tasks: array(custom<PlannedTask>()),
          taskOrderChanges: names,
          tasksUnfinished: boolean(mustBe('true or false')),
        },
        isMap,
      ),
    ),
    taskMarks: exactOptional(array(tuple([text, text]))),
    settings: exactOptional(looseObject({ ids: record(text, text, isMap), known: custom<ValueMap>() }, isMap)),
    mark: exactOptional(text),
    digest: text,
  },
  isMap,
)
