import type { Plain } from '../plain.ts'

/** The types of the plugins that come with Slipway. */
export interface CoreResourceTypes {
  /** An object of a service, with the requests that create, read, update and destroy it. */
  "http/request": {
    given: {
      /** Headers of every request. */
      readonly headers?: { readonly [key: string]: string }
      /** Request that creates the object. With `update`, Slipway refuses a change of all URLs at once, since it cannot know whether another object is meant. Slipway adds the header `idempotency-key`. If the response is lost and the other URLs need it, Slipway cannot find the object: if it exists, remove it yourself. */
      readonly create: {
        /** HTTP method. */
        readonly method?: string
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
        /** Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}". */
        readonly body?: Plain
      }
      /** Request that reads the object. The status 404 or 410 means that it does not exist. Without `read`, Slipway assumes that the object exists. */
      readonly read?: {
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
      }
      /** Request that updates the object. Slipway sends it when the spec has changed. Without `update`, any change of `create` replaces the object, and drift is an error. */
      readonly update?: {
        /** HTTP method. */
        readonly method?: string
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
        /** Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}". */
        readonly body?: Plain
      }
      /** Request that destroys the object. Without `destroy`, the object stays. */
      readonly destroy?: {
        /** HTTP method. */
        readonly method?: string
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
        /** Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}". */
        readonly body?: Plain
      }
      /** Values that the response to `read` must contain. Anything else is drift. */
      readonly expect?: { readonly [key: string]: Plain }
    }
    gets: {
      /** Headers of every request. */
      readonly headers?: { readonly [key: string]: string }
      /** Request that creates the object. With `update`, Slipway refuses a change of all URLs at once, since it cannot know whether another object is meant. Slipway adds the header `idempotency-key`. If the response is lost and the other URLs need it, Slipway cannot find the object: if it exists, remove it yourself. */
      readonly create: {
        /** HTTP method. */
        readonly method: string
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
        /** Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}". */
        readonly body?: Plain
      }
      /** Request that reads the object. The status 404 or 410 means that it does not exist. Without `read`, Slipway assumes that the object exists. */
      readonly read?: {
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
      }
      /** Request that updates the object. Slipway sends it when the spec has changed. Without `update`, any change of `create` replaces the object, and drift is an error. */
      readonly update?: {
        /** HTTP method. */
        readonly method: string
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
        /** Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}". */
        readonly body?: Plain
      }
      /** Request that destroys the object. Without `destroy`, the object stays. */
      readonly destroy?: {
        /** HTTP method. */
        readonly method: string
        /** URL. `{id}` is replaced by `id` from the response to `create`. */
        readonly url: string
        /** Body. A string is sent as it is, any other value as JSON. Write an empty object as the string "{}". */
        readonly body?: Plain
      }
      /** Values that the response to `read` must contain. Anything else is drift. */
      readonly expect?: { readonly [key: string]: Plain }
      /** Response to `create`: the value if it is JSON, otherwise a string. */
      readonly response: Plain
    }
  }
  /** Shell commands that create, update and destroy an object for which there is no resource type. If a crash interrupts a command, the command runs again, so it must be safe to run twice. A command that has finished does not run again. After an update that failed, the next one always runs, also if the blueprint goes back; after a delete that failed, `create` runs if the object is wanted again. If the command is replaced (`--replace`, `replaceTriggeredBy`), `create` of the new one runs first, then `delete` of the old one. If both are about one object, set `replaceOrder: destroy-first`: otherwise `delete` takes away what `create` has made. To rename the resource, say so with `moved`: then nothing runs. Without `moved`, `create` runs under the new name, then `delete` under the old one. The variable `SLIPWAY_RESOURCE_ID` contains the resource id. Cancelling a command stops its whole process group. */
  "local/command": {
    given: {
      /** Command that creates the object. It runs in `/bin/sh -c` and must exit with 0. */
      readonly create: string
      /** Command to run when `create`, `update`, `env`, `cwd` or `triggers` has changed. Default: `create` runs again. */
      readonly update?: string
      /** Command that destroys the object. Default: none. */
      readonly delete?: string
      /** Variables to add to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Working directory, relative to the blueprint. Default: the folder of the blueprint. */
      readonly cwd?: string
      /** Any values. A change of one of them runs the update. */
      readonly triggers?: { readonly [key: string]: string }
      /** Time limit for one run, in milliseconds. */
      readonly timeoutMs?: number
    }
    gets: {
      /** Command that creates the object. It runs in `/bin/sh -c` and must exit with 0. */
      readonly create: string
      /** Command to run when `create`, `update`, `env`, `cwd` or `triggers` has changed. Default: `create` runs again. */
      readonly update?: string
      /** Command that destroys the object. Default: none. */
      readonly delete?: string
      /** Variables to add to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Working directory, relative to the blueprint. Default: the folder of the blueprint. */
      readonly cwd?: string
      /** Any values. A change of one of them runs the update. */
      readonly triggers?: { readonly [key: string]: string }
      /** Time limit for one run, in milliseconds. */
      readonly timeoutMs?: number
      /** Standard output of the last run, without trailing line breaks. At most 1 MiB. */
      readonly stdout: string
      /** Exit code of the last run. */
      readonly exitCode: number
    }
  }
  /** A directory. An existing directory is adopted, and it stays when the resource is destroyed. A directory that is not empty is not removed, unless `removeContents` is true. */
  "local/directory": {
    given: {
      /** Path of the directory, relative to the blueprint. */
      readonly path: string
      /** Permissions, in octal and in quotes. */
      readonly mode?: string
      /** Whether to remove the directory with everything in it when the resource is destroyed. */
      readonly removeContents?: boolean
    }
    gets: {
      /** Path of the directory, relative to the blueprint. */
      readonly path: string
      /** Permissions, in octal and in quotes. */
      readonly mode: string
      /** Whether to remove the directory with everything in it when the resource is destroyed. */
      readonly removeContents: boolean
      /** Whether the directory existed before. */
      readonly adopted: boolean
    }
  }
  /** A file with the given content. It is written completely or not at all. An existing file is never overwritten. If it has the same content, it is adopted, and it stays when the resource is destroyed. If it has other content, this is an error; `slipway import NAME PATH` takes it all the same, and it then goes with the resource. A change of `mode` alone leaves the content as it is, also if somebody has edited the file since; `--refresh` notices that. */
  "local/file": {
    given: {
      /** Path of the file, relative to the blueprint. */
      readonly path: string
      /** Content of the file. */
      readonly content: string
      /** Encoding of `content`. Use `base64` for binary files. */
      readonly encoding?: "utf8" | "base64"
      /** Permissions, in octal and in quotes. Use `"0600"` for secrets. */
      readonly mode?: string
    }
    gets: {
      /** Path of the file, relative to the blueprint. */
      readonly path: string
      /** Content of the file. */
      readonly content: string
      /** Encoding of `content`. Use `base64` for binary files. */
      readonly encoding: "utf8" | "base64"
      /** Permissions, in octal and in quotes. Use `"0600"` for secrets. */
      readonly mode: string
      /** SHA-256 of the content, in hexadecimal. */
      readonly sha256: string
      /** Size in bytes. */
      readonly size: number
      /** Whether the file existed before, with the same content. */
      readonly adopted: boolean
    }
  }
  /** A process that keeps running, in its own session, after Slipway has ended. Slipway recognises the process by its pid and start time. If the process has stopped, `--refresh` notices this and the process is started again. A process that was started on another machine is left alone, because nobody can see from here whether it runs. A change of the command, its arguments, environment or working directory restarts the process. A change of `health` or `stopTimeoutMs` alone does not: if the process does not answer then, the update fails, and the process is left running. A program that does not exist is refused before the old process is stopped. When the resource is destroyed, Slipway asks the process and its whole group to end, then kills them, and removes the log. */
  "local/process": {
    given: {
      /** Program to run. If there are no `args` and the string contains spaces, it is a command line for `/bin/sh -c`. */
      readonly command: string
      /** Arguments of the program. */
      readonly args?: readonly (string)[]
      /** Variables to add to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Working directory, relative to the blueprint. Default: the folder of the blueprint. */
      readonly cwd?: string
      /** How to find out that the process is ready. Default: it is ready when it has run for 250 milliseconds. */
      readonly health?: {
        /** URL to request until the process answers with 2xx or 3xx. */
        readonly http: string
        /** Time limit for the first such answer after a deployment, in milliseconds. */
        readonly timeoutMs?: number
      }
      /** Time that the process has to end by itself before it is killed, in milliseconds. Default: 5000. */
      readonly stopTimeoutMs?: number
    }
    gets: {
      /** Program to run. If there are no `args` and the string contains spaces, it is a command line for `/bin/sh -c`. */
      readonly command: string
      /** Arguments of the program. */
      readonly args?: readonly (string)[]
      /** Variables to add to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Working directory, relative to the blueprint. Default: the folder of the blueprint. */
      readonly cwd?: string
      /** How to find out that the process is ready. Default: it is ready when it has run for 250 milliseconds. */
      readonly health?: {
        /** URL to request until the process answers with 2xx or 3xx. */
        readonly http: string
        /** Time limit for the first such answer after a deployment, in milliseconds. */
        readonly timeoutMs: number
      }
      /** Time that the process has to end by itself before it is killed, in milliseconds. Default: 5000. */
      readonly stopTimeoutMs?: number
      /** Process id. */
      readonly pid: number
      /** When and on which machine it was started, in a form that Slipway understands: a state that was restored from a backup, or moved, knows the process again by it. */
      readonly started: string
      /** File that receives the output of the process. If it is larger than 8 MiB at a deployment, its end is moved to `log.1` and a new log begins. */
      readonly logFile: string
    }
  }
  /** A symbolic link. A change of the target is atomic: the link exists at every moment. Any other file at this path is never overwritten. */
  "local/symlink": {
    given: {
      /** Path of the link, relative to the blueprint. */
      readonly path: string
      /** Target of the link, stored as you write it. A relative target starts at the folder of the link. */
      readonly target: string
    }
    gets: {
      /** Path of the link, relative to the blueprint. */
      readonly path: string
      /** Target of the link, stored as you write it. A relative target starts at the folder of the link. */
      readonly target: string
      /** Whether the link existed before, with the same target. */
      readonly adopted: boolean
    }
  }
  /** Keeps a value and creates nothing. It can be slow, fail, hang, or kill its plugin. */
  "null/resource": {
    given: {
      /** Any value to keep. */
      readonly value?: Plain
      /** Any values. A change of one of them replaces the resource. */
      readonly keepers?: { readonly [key: string]: string }
      /** Duration of a create or an update, in milliseconds. */
      readonly delayMs?: number
      /** Duration of a destroy, in milliseconds. */
      readonly destroyDelayMs?: number
      /** How many times the resource answers that it has not stabilised yet. */
      readonly unstableFor?: number
      /** Fails. True: with UNEXPECTED in every deploy. A string: with this code or this message in every deploy. An object: as its fields say. */
      readonly fail?: boolean | string | {
        /** Code of the failure. */
        readonly code?: "UNEXPECTED" | "TRANSIENT" | "BAD_INPUT"
        /** How many times it fails, counted from the start of the plugin. Default: every time. */
        readonly times?: number
        /** Reasons of the failure. */
        readonly reasons?: readonly (string)[]
        /** Message of the failure. */
        readonly message?: string
        /** Phase in which it fails. */
        readonly on?: "deploy" | "stabilised" | "read" | "destroy"
      }
      /** Kills the plugin in this phase. True means deploy. */
      readonly crash?: boolean | "deploy" | "stabilised" | "read" | "destroy"
      /** Does not answer in this phase until the call is cancelled. True means deploy. */
      readonly hang?: boolean | "deploy" | "stabilised" | "read" | "destroy"
    }
    gets: {
      /** Any value to keep. */
      readonly value?: Plain
      /** Any values. A change of one of them replaces the resource. */
      readonly keepers?: { readonly [key: string]: string }
      /** Duration of a create or an update, in milliseconds. */
      readonly delayMs?: number
      /** Duration of a destroy, in milliseconds. */
      readonly destroyDelayMs?: number
      /** How many times the resource answers that it has not stabilised yet. */
      readonly unstableFor?: number
      /** Fails. True: with UNEXPECTED in every deploy. A string: with this code or this message in every deploy. An object: as its fields say. */
      readonly fail?: boolean | string | {
        /** Code of the failure. */
        readonly code: "UNEXPECTED" | "TRANSIENT" | "BAD_INPUT"
        /** How many times it fails, counted from the start of the plugin. Default: every time. */
        readonly times?: number
        /** Reasons of the failure. */
        readonly reasons?: readonly (string)[]
        /** Message of the failure. */
        readonly message?: string
        /** Phase in which it fails. */
        readonly on: "deploy" | "stabilised" | "read" | "destroy"
      }
      /** Kills the plugin in this phase. True means deploy. */
      readonly crash?: boolean | "deploy" | "stabilised" | "read" | "destroy"
      /** Does not answer in this phase until the call is cancelled. True means deploy. */
      readonly hang?: boolean | "deploy" | "stabilised" | "read" | "destroy"
      /** Resource id from the engine. */
      readonly id: string
    }
  }
  /** A database. Destroying the resource destroys everything in the database. If somebody has made another database under its name, for example by restoring a dump, it is not destroyed: import it first with `slipway import`. */
  "postgres/database": {
    given: {
      /** Name of the database. */
      readonly name: string
      /** Role that owns the database. Default: the role that connects. */
      readonly owner?: string
    }
    gets: {
      /** Name of the database. */
      readonly name: string
      /** Role that owns the database. Default: the role that connects. */
      readonly owner?: string
      /** Object id on the server. */
      readonly oid: number
      /** Id of the server (`system_identifier`), if it may be asked for it. */
      readonly server: string
    }
  }
  /** The privileges of a role on a table. The role has exactly these privileges. A role that already has others on the table is refused. What a role has can be imported (`reader on shop.public.orders`). Use either a grant or a link for a role and a table, not both; to change from one to the other, first remove the one with its own `up`. */
  "postgres/grant": {
    given: {
      /** Name of the database. */
      readonly database: string
      /** Role that gets the privileges. */
      readonly role: string
      /** Schema of the table. */
      readonly schema?: string
      /** Name of the table. */
      readonly table: string
      /** Privileges, in any order. */
      readonly privileges: readonly ("SELECT" | "INSERT" | "UPDATE" | "DELETE" | "TRUNCATE" | "REFERENCES" | "TRIGGER")[]
    }
    gets: {
      /** Name of the database. */
      readonly database: string
      /** Role that gets the privileges. */
      readonly role: string
      /** Schema of the table. */
      readonly schema: string
      /** Name of the table. */
      readonly table: string
      /** Privileges, in any order. */
      readonly privileges: readonly ("SELECT" | "INSERT" | "UPDATE" | "DELETE" | "TRUNCATE" | "REFERENCES" | "TRIGGER")[]
      /** Those of them that the role had before. It keeps them when the grant is destroyed. */
      readonly before: readonly ("SELECT" | "INSERT" | "UPDATE" | "DELETE" | "TRUNCATE" | "REFERENCES" | "TRIGGER")[]
      /** Whether it is known that Slipway gave them, and what the role had before. */
      readonly answered: boolean
      /** Id of the server (`system_identifier`), if it may be asked for it. */
      readonly server: string
    }
  }
  /** A role: a user who may connect, or a group of users. One that was made otherwise can be imported by its name; as its password cannot be read, the next `up` sets the one of the blueprint. The comment of the role carries a tag, `slipway` and the resource id; if you write another one, leave the tag in it: then the role is known again also on a copy of the server. */
  "postgres/role": {
    given: {
      /** Name of the role. */
      readonly name: string
      /** Whether the role may connect. */
      readonly login?: boolean
      /** Password. Slipway cannot read it back, so it does not notice a change from outside, and leaves it until the blueprint has another one. Secret: it is sealed where it is recorded, and hidden where it is shown. */
      readonly password?: string
      /** Largest number of connections at the same time; -1 means no limit. */
      readonly connections?: number
    }
    gets: {
      /** Name of the role. */
      readonly name: string
      /** Whether the role may connect. */
      readonly login: boolean
      /** Password. Slipway cannot read it back, so it does not notice a change from outside, and leaves it until the blueprint has another one. Secret: it is sealed where it is recorded, and hidden where it is shown. */
      readonly password?: string
      /** Largest number of connections at the same time; -1 means no limit. */
      readonly connections: number
      /** Object id on the server. */
      readonly oid: number
      /** Id of the server (`system_identifier`), if it may be asked for it. */
      readonly server: string
    }
  }
  /** A table. A change of the columns keeps the rows, and changes only what the plan shows; a column gets another type if all its values stay the same, and is refused otherwise; a `text` column may become a type with another notation of the same value, such as `jsonb` or `uuid`. A column that you remove is dropped with its data; one that was added by hand stays, unless a refresh has recorded it. A table that was made otherwise can be imported by its name (`shop.public.orders`); its primary key is taken to be as the blueprint says. The comment of the table carries a tag, `slipway` and the resource id; if you write another one, leave the tag in it: then the table is known again also in a copy from a backup. */
  "postgres/table": {
    given: {
      /** Name of the database. */
      readonly database: string
      /** Schema of the table. It must exist. */
      readonly schema?: string
      /** Name of the table. */
      readonly name: string
      /** Columns, in any order. */
      readonly columns: readonly ({
        /** Name of the column. */
        readonly name: string
        /** SQL type: `text`, `int`, `varchar(20)`, `timestamptz`. Only a new column can be `serial`. */
        readonly type: string
        /** Whether the column may be null. Those of the primary key, `serial` ones and identities never may. */
        readonly nullable?: boolean
        /** SQL expression: `now()`, `'none'`. */
        readonly default?: string
      })[]
      /** Names of the columns of the primary key. */
      readonly primaryKey?: readonly (string)[]
    }
    gets: {
      /** Name of the database. */
      readonly database: string
      /** Schema of the table. It must exist. */
      readonly schema: string
      /** Name of the table. */
      readonly name: string
      /** Columns, in any order. */
      readonly columns: readonly ({
        /** Name of the column. */
        readonly name: string
        /** SQL type: `text`, `int`, `varchar(20)`, `timestamptz`. Only a new column can be `serial`. */
        readonly type: string
        /** Whether the column may be null. Those of the primary key, `serial` ones and identities never may. */
        readonly nullable: boolean
        /** SQL expression: `now()`, `'none'`. */
        readonly default?: string
      })[]
      /** Names of the columns of the primary key. */
      readonly primaryKey?: readonly (string)[]
      /** Object id in the database. */
      readonly oid: number
      /** Id of the server (`system_identifier`), if it may be asked for it. */
      readonly server: string
    }
  }
  /** Random bytes in several notations, for names that must be unique. */
  "random/id": {
    given: {
      /** Number of random bytes. */
      readonly byteLength?: number
      /** Prefix of `result`. The other notations do not have it. */
      readonly prefix?: string
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of random bytes. */
      readonly byteLength: number
      /** Prefix of `result`. The other notations do not have it. */
      readonly prefix: string
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
      /** The prefix, then the bytes in hexadecimal. */
      readonly result: string
      /** The bytes in hexadecimal. */
      readonly hex: string
      /** The bytes in base64url. */
      readonly base64url: string
      /** The bytes as a decimal number. It is a string because it may be long. */
      readonly decimal: string
    }
  }
  /** A random integer. Every integer in the range is equally likely. */
  "random/integer": {
    given: {
      /** Smallest possible value. */
      readonly min: number
      /** Largest possible value. */
      readonly max: number
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Smallest possible value. */
      readonly min: number
      /** Largest possible value. */
      readonly max: number
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
      /** The integer. */
      readonly result: number
    }
  }
  /** A random string that is secret. Slipway never shows it, and stores it sealed. */
  "random/password": {
    given: {
      /** Number of characters. */
      readonly length: number
      /** Whether the value may contain upper-case letters. */
      readonly upper?: boolean
      /** Whether the value may contain lower-case letters. */
      readonly lower?: boolean
      /** Whether the value may contain digits. */
      readonly numeric?: boolean
      /** Whether the value may contain special characters. */
      readonly special?: boolean
      /** Special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** Minimum number of upper-case letters. Default: 0. */
      readonly minUpper?: number
      /** Minimum number of lower-case letters. Default: 0. */
      readonly minLower?: number
      /** Minimum number of digits. Default: 0. */
      readonly minNumeric?: number
      /** Minimum number of special characters. Default: 0. */
      readonly minSpecial?: number
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of characters. */
      readonly length: number
      /** Whether the value may contain upper-case letters. */
      readonly upper: boolean
      /** Whether the value may contain lower-case letters. */
      readonly lower: boolean
      /** Whether the value may contain digits. */
      readonly numeric: boolean
      /** Whether the value may contain special characters. */
      readonly special: boolean
      /** Special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** Minimum number of upper-case letters. Default: 0. */
      readonly minUpper?: number
      /** Minimum number of lower-case letters. Default: 0. */
      readonly minLower?: number
      /** Minimum number of digits. Default: 0. */
      readonly minNumeric?: number
      /** Minimum number of special characters. Default: 0. */
      readonly minSpecial?: number
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
      /** The password. Secret: it is sealed where it is recorded, and hidden where it is shown. */
      readonly result: string
    }
  }
  /** A name that people can say and remember, such as `brave-otter`. It is not unique, because there are few words. */
  "random/pet": {
    given: {
      /** Number of words; the last one is an animal. */
      readonly words?: number
      /** Separator between the words. */
      readonly separator?: string
      /** Your own first word. */
      readonly prefix?: string
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of words; the last one is an animal. */
      readonly words: number
      /** Separator between the words. */
      readonly separator: string
      /** Your own first word. */
      readonly prefix?: string
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
      /** The name. */
      readonly result: string
    }
  }
  /** A random string that is not secret. Use `random/password` for secrets. */
  "random/string": {
    given: {
      /** Number of characters. */
      readonly length: number
      /** Whether the value may contain upper-case letters. */
      readonly upper?: boolean
      /** Whether the value may contain lower-case letters. */
      readonly lower?: boolean
      /** Whether the value may contain digits. */
      readonly numeric?: boolean
      /** Whether the value may contain special characters. */
      readonly special?: boolean
      /** Special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** Minimum number of upper-case letters. Default: 0. */
      readonly minUpper?: number
      /** Minimum number of lower-case letters. Default: 0. */
      readonly minLower?: number
      /** Minimum number of digits. Default: 0. */
      readonly minNumeric?: number
      /** Minimum number of special characters. Default: 0. */
      readonly minSpecial?: number
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of characters. */
      readonly length: number
      /** Whether the value may contain upper-case letters. */
      readonly upper: boolean
      /** Whether the value may contain lower-case letters. */
      readonly lower: boolean
      /** Whether the value may contain digits. */
      readonly numeric: boolean
      /** Whether the value may contain special characters. */
      readonly special: boolean
      /** Special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** Minimum number of upper-case letters. Default: 0. */
      readonly minUpper?: number
      /** Minimum number of lower-case letters. Default: 0. */
      readonly minLower?: number
      /** Minimum number of digits. Default: 0. */
      readonly minNumeric?: number
      /** Minimum number of special characters. Default: 0. */
      readonly minSpecial?: number
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
      /** The string. */
      readonly result: string
    }
  }
  /** A UUID as in RFC 9562. Version 4 is completely random. Version 7 sorts by time. */
  "random/uuid": {
    given: {
      /** UUID version. */
      readonly version?: 4 | 7
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** UUID version. */
      readonly version: 4 | 7
      /** Any values. A change of one of them generates a new random value. */
      readonly keepers?: { readonly [key: string]: string }
      /** The UUID, such as `5f0c9f3e-7a34-4f6d-9f3a-0d3b3a1c2e11`. */
      readonly result: string
    }
  }
  /** A hook that is called at the moments of pod deploys, on every node. The deploy is complete when the node of this machine has the hook or, if the store serves other nodes, when each of them has it. */
  "slipway/hook": {
    given: {
      /** A whole manifest: a map, the content of a manifest file such as `${file("web.yaml")}`, or the path of a manifest file. */
      readonly manifest?: Plain
      /** Name on the nodes. Use it with the properties below instead of `manifest`. */
      readonly id?: string
      /** The launchables that it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Settings. They are written to the file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Environment variables. */
      readonly env?: { readonly [key: string]: string }
      /** User that runs the processes. */
      readonly run_as?: string
      /** Number of this version. A node takes none with a lower number than it has seen. */
      readonly sequence?: number
      /** Time from which on no node begins to deploy it, such as 2027-01-31T12:00:00Z. */
      readonly expires?: string
      /** Signature from `slipway node sign`. */
      readonly signature?: string
      /** Folder of the node of this machine. Default: the folder that `slipway node run` uses. */
      readonly root?: string
      /** Key-value store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: a store in `root`. */
      readonly store?: string
      /** Time limit to start on every node, or to be removed from every node, in milliseconds. */
      readonly timeoutMs?: number
      /** When to call the hook: `moments`, `pods`, `timeoutMs`, `order`, `before`, `after`. */
      readonly hook?: Plain
    }
    gets: {
      /** A whole manifest: a map, the content of a manifest file such as `${file("web.yaml")}`, or the path of a manifest file. */
      readonly manifest?: Plain
      /** Name on the nodes. Use it with the properties below instead of `manifest`. */
      readonly id?: string
      /** The launchables that it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Settings. They are written to the file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Environment variables. */
      readonly env?: { readonly [key: string]: string }
      /** User that runs the processes. */
      readonly run_as?: string
      /** Number of this version. A node takes none with a lower number than it has seen. */
      readonly sequence?: number
      /** Time from which on no node begins to deploy it, such as 2027-01-31T12:00:00Z. */
      readonly expires?: string
      /** Signature from `slipway node sign`. */
      readonly signature?: string
      /** Folder of the node of this machine. Default: the folder that `slipway node run` uses. */
      readonly root?: string
      /** Key-value store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: a store in `root`. */
      readonly store?: string
      /** Time limit to start on every node, or to be removed from every node, in milliseconds. */
      readonly timeoutMs: number
      /** State after the deploy: running. `up --refresh` deploys a pod again if it is in another state. */
      readonly state: string
      /** Hash of the manifest that is scheduled. */
      readonly hash: string
      /** When to call the hook: `moments`, `pods`, `timeoutMs`, `order`, `before`, `after`. */
      readonly hook?: Plain
    }
  }
  /** A pod that runs on nodes. The preparer installs, replaces and removes it step by step, and calls the hooks of the nodes. The deploy is complete when the pod runs and, if it has a `status`, is healthy. */
  "slipway/pod": {
    given: {
      /** A whole manifest: a map, the content of a manifest file such as `${file("web.yaml")}`, or the path of a manifest file. */
      readonly manifest?: Plain
      /** Name on the nodes. Use it with the properties below instead of `manifest`. */
      readonly id?: string
      /** The launchables that it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Settings. They are written to the file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Environment variables. */
      readonly env?: { readonly [key: string]: string }
      /** User that runs the processes. */
      readonly run_as?: string
      /** Number of this version. A node takes none with a lower number than it has seen. */
      readonly sequence?: number
      /** Time from which on no node begins to deploy it, such as 2027-01-31T12:00:00Z. */
      readonly expires?: string
      /** Signature from `slipway node sign`. */
      readonly signature?: string
      /** Folder of the node of this machine. Default: the folder that `slipway node run` uses. */
      readonly root?: string
      /** Key-value store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: a store in `root`. */
      readonly store?: string
      /** Time limit to start on every node, or to be removed from every node, in milliseconds. */
      readonly timeoutMs?: number
      /** How to check the health of the pod: `http` is the URL to request. */
      readonly status?: Plain
      /** When to restart the pod: `policy`, `limit`, `backoffMs`. */
      readonly restart?: Plain
      /** Limits of the pod: `memoryMb` (address space), `openFiles`. */
      readonly limits?: Plain
      /** Time that the pod has to end by itself before it is killed, in milliseconds. */
      readonly graceMs?: number
      /** Node on which the pod runs. Default: the node of this machine. */
      readonly node?: string
      /** Nodes on which the pod runs. */
      readonly nodes?: readonly (string)[]
    }
    gets: {
      /** A whole manifest: a map, the content of a manifest file such as `${file("web.yaml")}`, or the path of a manifest file. */
      readonly manifest?: Plain
      /** Name on the nodes. Use it with the properties below instead of `manifest`. */
      readonly id?: string
      /** The launchables that it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Settings. They are written to the file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Environment variables. */
      readonly env?: { readonly [key: string]: string }
      /** User that runs the processes. */
      readonly run_as?: string
      /** Number of this version. A node takes none with a lower number than it has seen. */
      readonly sequence?: number
      /** Time from which on no node begins to deploy it, such as 2027-01-31T12:00:00Z. */
      readonly expires?: string
      /** Signature from `slipway node sign`. */
      readonly signature?: string
      /** Folder of the node of this machine. Default: the folder that `slipway node run` uses. */
      readonly root?: string
      /** Key-value store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: a store in `root`. */
      readonly store?: string
      /** Time limit to start on every node, or to be removed from every node, in milliseconds. */
      readonly timeoutMs: number
      /** State after the deploy: running. `up --refresh` deploys a pod again if it is in another state. */
      readonly state: string
      /** Hash of the manifest that is scheduled. */
      readonly hash: string
      /** How to check the health of the pod: `http` is the URL to request. */
      readonly status?: Plain
      /** When to restart the pod: `policy`, `limit`, `backoffMs`. */
      readonly restart?: Plain
      /** Limits of the pod: `memoryMb` (address space), `openFiles`. */
      readonly limits?: Plain
      /** Time that the pod has to end by itself before it is killed, in milliseconds. */
      readonly graceMs?: number
      /** Node on which the pod runs. Default: the node of this machine. */
      readonly node?: string
      /** Nodes on which the pod runs. */
      readonly nodes?: readonly (string)[]
      /** Process id of the first process on the first node. */
      readonly pid: number
    }
  }
}
