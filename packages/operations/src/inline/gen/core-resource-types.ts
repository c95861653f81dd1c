import type { Plain } from '../plain.ts'

/** The types of the plugins that come with Slipway. */
export interface CoreResourceTypes {
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
      /** The password. */
      readonly result: string
    }
  }
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
      /** State after the deploy: running. `up --refresh` deploys again what is in another state. */
      readonly state: string
      /** Hash of the manifest that is scheduled. */
      readonly hash: string
      /** When to call the hook: `moments`, `pods`, `timeoutMs`, `order`, `before`, `after`. */
      readonly hook?: Plain
    }
  }
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
      /** State after the deploy: running. `up --refresh` deploys again what is in another state. */
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
