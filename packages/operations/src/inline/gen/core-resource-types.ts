import type { Plain } from '../plain.ts'

/** The types of the plugins that come with Slipway. */
export interface CoreResourceTypes {
  "http/request": {
    given: {
      /** Sent with each request. */
      readonly headers?: { readonly [key: string]: string }
      /** Makes it. The header `idempotency-key` is added. */
      readonly create: {
        /** Its method. */
        readonly method?: string
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
        /** A text, or anything else, which is sent as JSON. */
        readonly body?: Plain
      }
      /** Finds it, or is answered 404. Left out: it is taken to be there. */
      readonly read?: {
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
      }
      /** Changes it when this, `create` or `expect` has changed. Left out: it is made anew. */
      readonly update?: {
        /** Its method. */
        readonly method?: string
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
        /** A text, or anything else, which is sent as JSON. */
        readonly body?: Plain
      }
      /** Removes it. Left out: it stays. */
      readonly destroy?: {
        /** Its method. */
        readonly method?: string
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
        /** A text, or anything else, which is sent as JSON. */
        readonly body?: Plain
      }
      /** What `read` must be answered, at least. */
      readonly expect?: { readonly [key: string]: Plain }
    }
    gets: {
      /** Sent with each request. */
      readonly headers?: { readonly [key: string]: string }
      /** Makes it. The header `idempotency-key` is added. */
      readonly create: {
        /** Its method. */
        readonly method: string
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
        /** A text, or anything else, which is sent as JSON. */
        readonly body?: Plain
      }
      /** Finds it, or is answered 404. Left out: it is taken to be there. */
      readonly read?: {
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
      }
      /** Changes it when this, `create` or `expect` has changed. Left out: it is made anew. */
      readonly update?: {
        /** Its method. */
        readonly method: string
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
        /** A text, or anything else, which is sent as JSON. */
        readonly body?: Plain
      }
      /** Removes it. Left out: it stays. */
      readonly destroy?: {
        /** Its method. */
        readonly method: string
        /** Where; `{id}` stands for `id` in what `create` was answered. */
        readonly url: string
        /** A text, or anything else, which is sent as JSON. */
        readonly body?: Plain
      }
      /** What `read` must be answered, at least. */
      readonly expect?: { readonly [key: string]: Plain }
      /** What `create` was answered: JSON, or else a text. */
      readonly response: Plain
    }
  }
  "local/command": {
    given: {
      /** Run by `/bin/sh -c` to create; must end with 0. */
      readonly create: string
      /** Run when a property has changed. Default: `create` is run again. */
      readonly update?: string
      /** Run to destroy. Default: nothing is. */
      readonly delete?: string
      /** Added to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Where it runs, relative to the blueprint. Default: where that is. */
      readonly cwd?: string
      /** Any values. When one changes, it counts as an update. */
      readonly triggers?: { readonly [key: string]: string }
      /** How long one run may take, in milliseconds. */
      readonly timeoutMs?: number
    }
    gets: {
      /** Run by `/bin/sh -c` to create; must end with 0. */
      readonly create: string
      /** Run when a property has changed. Default: `create` is run again. */
      readonly update?: string
      /** Run to destroy. Default: nothing is. */
      readonly delete?: string
      /** Added to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Where it runs, relative to the blueprint. Default: where that is. */
      readonly cwd?: string
      /** Any values. When one changes, it counts as an update. */
      readonly triggers?: { readonly [key: string]: string }
      /** How long one run may take, in milliseconds. */
      readonly timeoutMs?: number
      /** What the last run put out, without line ends at its end; at most 1 MiB. */
      readonly stdout: string
      /** Of the last run. */
      readonly exitCode: number
    }
  }
  "local/directory": {
    given: {
      /** Where; relative to the blueprint. */
      readonly path: string
      /** Permissions in octal, quoted. */
      readonly mode?: string
      /** Remove what others have put into it, too, when it goes. */
      readonly removeContents?: boolean
    }
    gets: {
      /** Where; relative to the blueprint. */
      readonly path: string
      /** Permissions in octal, quoted. */
      readonly mode: string
      /** Remove what others have put into it, too, when it goes. */
      readonly removeContents: boolean
      /** Whether the directory was there before. */
      readonly adopted: boolean
    }
  }
  "local/file": {
    given: {
      /** Where; relative to the blueprint. */
      readonly path: string
      /** What is in it. */
      readonly content: string
      /** How `content` is written: `base64` for binary files. */
      readonly encoding?: "utf8" | "base64"
      /** Permissions in octal, quoted. Take `"0600"` for secrets. */
      readonly mode?: string
    }
    gets: {
      /** Where; relative to the blueprint. */
      readonly path: string
      /** What is in it. */
      readonly content: string
      /** How `content` is written: `base64` for binary files. */
      readonly encoding: "utf8" | "base64"
      /** Permissions in octal, quoted. Take `"0600"` for secrets. */
      readonly mode: string
      /** SHA-256 of the content, in hexadecimal. */
      readonly sha256: string
      /** Bytes. */
      readonly size: number
      /** Whether the file was there before, with this very content. */
      readonly adopted: boolean
    }
  }
  "local/process": {
    given: {
      /** The program. Without `args`, text with spaces in it is a line for `/bin/sh -c`. */
      readonly command: string
      /** Its arguments. */
      readonly args?: readonly (string)[]
      /** Added to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Where it runs, relative to the blueprint. Default: where that is. */
      readonly cwd?: string
      /** When the process is ready. Default: when it has run for a quarter of a second. */
      readonly health?: {
        /** Asked until it answers with 2xx or 3xx. */
        readonly http: string
        /** How long that may take from the start, in milliseconds. */
        readonly timeoutMs?: number
      }
      /** How long it may take to end when asked to, in milliseconds, before it is killed. Default: 5000. */
      readonly stopTimeoutMs?: number
    }
    gets: {
      /** The program. Without `args`, text with spaces in it is a line for `/bin/sh -c`. */
      readonly command: string
      /** Its arguments. */
      readonly args?: readonly (string)[]
      /** Added to the environment. */
      readonly env?: { readonly [key: string]: string }
      /** Where it runs, relative to the blueprint. Default: where that is. */
      readonly cwd?: string
      /** When the process is ready. Default: when it has run for a quarter of a second. */
      readonly health?: {
        /** Asked until it answers with 2xx or 3xx. */
        readonly http: string
        /** How long that may take from the start, in milliseconds. */
        readonly timeoutMs: number
      }
      /** How long it may take to end when asked to, in milliseconds, before it is killed. Default: 5000. */
      readonly stopTimeoutMs?: number
      /** Its process id. */
      readonly pid: number
      /** Where its output goes. When it is deployed and the log has grown above 8 MiB, the end of it is put aside (`log.1`) and it begins anew. */
      readonly logFile: string
    }
  }
  "local/symlink": {
    given: {
      /** Where; relative to the blueprint. */
      readonly path: string
      /** What it points to, stored as written: relative to the link itself. */
      readonly target: string
    }
    gets: {
      /** Where; relative to the blueprint. */
      readonly path: string
      /** What it points to, stored as written: relative to the link itself. */
      readonly target: string
      /** Whether the link was there before, with this very target. */
      readonly adopted: boolean
    }
  }
  "null/resource": {
    given: {
      /** Any value, to be kept. */
      readonly value?: Plain
      /** Any values. When one changes, the resource is replaced. */
      readonly keepers?: { readonly [key: string]: string }
      /** How long creating and updating take, in milliseconds. */
      readonly delayMs?: number
      /** How long destroying takes, in milliseconds. */
      readonly destroyDelayMs?: number
      /** How many times it says that it has not stabilised yet. */
      readonly unstableFor?: number
      /** Fails in every deploy: true as UNEXPECTED, or with this code, or with this message; or as the object says. */
      readonly fail?: boolean | string | {
        /** How it fails. */
        readonly code?: "UNEXPECTED" | "TRANSIENT" | "BAD_INPUT"
        /** How often, counted since the plugin was started. Default: always. */
        readonly times?: number
        /** The reasons that it gives. */
        readonly reasons?: readonly (string)[]
        /** The message that it gives. */
        readonly message?: string
        /** In which phase. */
        readonly on?: "deploy" | "stabilised" | "read" | "destroy"
      }
      /** Kills its plugin in this phase; true means deploy. */
      readonly crash?: boolean | "deploy" | "stabilised" | "read" | "destroy"
      /** Never answers in this phase, until it is cancelled; true means deploy. */
      readonly hang?: boolean | "deploy" | "stabilised" | "read" | "destroy"
    }
    gets: {
      /** Any value, to be kept. */
      readonly value?: Plain
      /** Any values. When one changes, the resource is replaced. */
      readonly keepers?: { readonly [key: string]: string }
      /** How long creating and updating take, in milliseconds. */
      readonly delayMs?: number
      /** How long destroying takes, in milliseconds. */
      readonly destroyDelayMs?: number
      /** How many times it says that it has not stabilised yet. */
      readonly unstableFor?: number
      /** Fails in every deploy: true as UNEXPECTED, or with this code, or with this message; or as the object says. */
      readonly fail?: boolean | string | {
        /** How it fails. */
        readonly code: "UNEXPECTED" | "TRANSIENT" | "BAD_INPUT"
        /** How often, counted since the plugin was started. Default: always. */
        readonly times?: number
        /** The reasons that it gives. */
        readonly reasons?: readonly (string)[]
        /** The message that it gives. */
        readonly message?: string
        /** In which phase. */
        readonly on: "deploy" | "stabilised" | "read" | "destroy"
      }
      /** Kills its plugin in this phase; true means deploy. */
      readonly crash?: boolean | "deploy" | "stabilised" | "read" | "destroy"
      /** Never answers in this phase, until it is cancelled; true means deploy. */
      readonly hang?: boolean | "deploy" | "stabilised" | "read" | "destroy"
      /** The resource id that the engine gave to it. */
      readonly id: string
    }
  }
  "random/id": {
    given: {
      /** Number of random bytes. */
      readonly byteLength?: number
      /** Put before the result, not before the other notations. */
      readonly prefix?: string
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of random bytes. */
      readonly byteLength: number
      /** Put before the result, not before the other notations. */
      readonly prefix: string
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
      /** The prefix, then the bytes in hexadecimal. */
      readonly result: string
      /** The bytes in hexadecimal. */
      readonly hex: string
      /** The bytes in base64 with the alphabet for URLs. */
      readonly base64url: string
      /** The bytes as a decimal number, as text since it may be long. */
      readonly decimal: string
    }
  }
  "random/integer": {
    given: {
      /** The smallest that it may be. */
      readonly min: number
      /** The largest that it may be. */
      readonly max: number
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** The smallest that it may be. */
      readonly min: number
      /** The largest that it may be. */
      readonly max: number
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
      /** The integer. */
      readonly result: number
    }
  }
  "random/password": {
    given: {
      /** Number of characters. */
      readonly length: number
      /** Whether upper-case letters may be in it. */
      readonly upper?: boolean
      /** Whether lower-case letters may be in it. */
      readonly lower?: boolean
      /** Whether digits may be in it. */
      readonly numeric?: boolean
      /** Whether special characters may be in it. */
      readonly special?: boolean
      /** The special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** How many upper-case letters there are at least. Default: 0. */
      readonly minUpper?: number
      /** How many lower-case letters there are at least. Default: 0. */
      readonly minLower?: number
      /** How many digits there are at least. Default: 0. */
      readonly minNumeric?: number
      /** How many special characters there are at least. Default: 0. */
      readonly minSpecial?: number
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of characters. */
      readonly length: number
      /** Whether upper-case letters may be in it. */
      readonly upper: boolean
      /** Whether lower-case letters may be in it. */
      readonly lower: boolean
      /** Whether digits may be in it. */
      readonly numeric: boolean
      /** Whether special characters may be in it. */
      readonly special: boolean
      /** The special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** How many upper-case letters there are at least. Default: 0. */
      readonly minUpper?: number
      /** How many lower-case letters there are at least. Default: 0. */
      readonly minLower?: number
      /** How many digits there are at least. Default: 0. */
      readonly minNumeric?: number
      /** How many special characters there are at least. Default: 0. */
      readonly minSpecial?: number
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
      /** The password. */
      readonly result: string
    }
  }
  "random/pet": {
    given: {
      /** Number of words; the last one is an animal. */
      readonly words?: number
      /** Between the words. */
      readonly separator?: string
      /** A first word of your own. */
      readonly prefix?: string
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of words; the last one is an animal. */
      readonly words: number
      /** Between the words. */
      readonly separator: string
      /** A first word of your own. */
      readonly prefix?: string
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
      /** The name. */
      readonly result: string
    }
  }
  "random/string": {
    given: {
      /** Number of characters. */
      readonly length: number
      /** Whether upper-case letters may be in it. */
      readonly upper?: boolean
      /** Whether lower-case letters may be in it. */
      readonly lower?: boolean
      /** Whether digits may be in it. */
      readonly numeric?: boolean
      /** Whether special characters may be in it. */
      readonly special?: boolean
      /** The special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** How many upper-case letters there are at least. Default: 0. */
      readonly minUpper?: number
      /** How many lower-case letters there are at least. Default: 0. */
      readonly minLower?: number
      /** How many digits there are at least. Default: 0. */
      readonly minNumeric?: number
      /** How many special characters there are at least. Default: 0. */
      readonly minSpecial?: number
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** Number of characters. */
      readonly length: number
      /** Whether upper-case letters may be in it. */
      readonly upper: boolean
      /** Whether lower-case letters may be in it. */
      readonly lower: boolean
      /** Whether digits may be in it. */
      readonly numeric: boolean
      /** Whether special characters may be in it. */
      readonly special: boolean
      /** The special characters to choose from, instead of `!@#$%&*()-_=+[]{}<>:?`. */
      readonly overrideSpecial?: string
      /** How many upper-case letters there are at least. Default: 0. */
      readonly minUpper?: number
      /** How many lower-case letters there are at least. Default: 0. */
      readonly minLower?: number
      /** How many digits there are at least. Default: 0. */
      readonly minNumeric?: number
      /** How many special characters there are at least. Default: 0. */
      readonly minSpecial?: number
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
      /** The string. */
      readonly result: string
    }
  }
  "random/uuid": {
    given: {
      /** 4 or 7. */
      readonly version?: 4 | 7
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
    }
    gets: {
      /** 4 or 7. */
      readonly version: 4 | 7
      /** Any values. When one changes, a new random value is made. */
      readonly keepers?: { readonly [key: string]: string }
      /** Such as `5f0c9f3e-7a34-4f6d-9f3a-0d3b3a1c2e11`. */
      readonly result: string
    }
  }
  "slipway/hook": {
    given: {
      /** A whole manifest: a map, its text as `${file("web.yaml")}` gives it, or the path of its file. */
      readonly manifest?: Plain
      /** Its name on the nodes. Instead of `manifest`, with the parts below. */
      readonly id?: string
      /** What it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Its settings, for a file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Its environment. */
      readonly env?: { readonly [key: string]: string }
      /** The user that it runs as. */
      readonly run_as?: string
      /** As slipway node sign makes it. */
      readonly signature?: string
      /** The folder of this machine’s node. Default: that of slipway node run. */
      readonly root?: string
      /** The store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: in the root. */
      readonly store?: string
      /** How long it may take to run everywhere, or to be gone. */
      readonly timeoutMs?: number
      /** `moments`, `pods`, `timeoutMs`, `order`, `before`, `after`. */
      readonly hook?: Plain
    }
    gets: {
      /** A whole manifest: a map, its text as `${file("web.yaml")}` gives it, or the path of its file. */
      readonly manifest?: Plain
      /** Its name on the nodes. Instead of `manifest`, with the parts below. */
      readonly id?: string
      /** What it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Its settings, for a file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Its environment. */
      readonly env?: { readonly [key: string]: string }
      /** The user that it runs as. */
      readonly run_as?: string
      /** As slipway node sign makes it. */
      readonly signature?: string
      /** The folder of this machine’s node. Default: that of slipway node run. */
      readonly root?: string
      /** The store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: in the root. */
      readonly store?: string
      /** How long it may take to run everywhere, or to be gone. */
      readonly timeoutMs: number
      /** What became of it: running. */
      readonly state: string
      /** What its manifest is known by. */
      readonly hash: string
      /** `moments`, `pods`, `timeoutMs`, `order`, `before`, `after`. */
      readonly hook?: Plain
    }
  }
  "slipway/pod": {
    given: {
      /** A whole manifest: a map, its text as `${file("web.yaml")}` gives it, or the path of its file. */
      readonly manifest?: Plain
      /** Its name on the nodes. Instead of `manifest`, with the parts below. */
      readonly id?: string
      /** What it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Its settings, for a file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Its environment. */
      readonly env?: { readonly [key: string]: string }
      /** The user that it runs as. */
      readonly run_as?: string
      /** As slipway node sign makes it. */
      readonly signature?: string
      /** The folder of this machine’s node. Default: that of slipway node run. */
      readonly root?: string
      /** The store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: in the root. */
      readonly store?: string
      /** How long it may take to run everywhere, or to be gone. */
      readonly timeoutMs?: number
      /** `http` is the URL that says whether it is healthy. */
      readonly status?: Plain
      /** `policy`, `limit`, `backoffMs`. */
      readonly restart?: Plain
      /** `memoryMb` (of address space), `openFiles`. */
      readonly limits?: Plain
      /** Between asking it to end and killing it, in milliseconds. */
      readonly graceMs?: number
      /** The node that it runs on. Default: that of this machine. */
      readonly node?: string
      /** The nodes that it runs on. */
      readonly nodes?: readonly (string)[]
    }
    gets: {
      /** A whole manifest: a map, its text as `${file("web.yaml")}` gives it, or the path of its file. */
      readonly manifest?: Plain
      /** Its name on the nodes. Instead of `manifest`, with the parts below. */
      readonly id?: string
      /** What it consists of. */
      readonly launchables?: { readonly [key: string]: Plain }
      /** Its settings, for a file that CONFIG_PATH names. */
      readonly config?: { readonly [key: string]: Plain }
      /** Its environment. */
      readonly env?: { readonly [key: string]: string }
      /** The user that it runs as. */
      readonly run_as?: string
      /** As slipway node sign makes it. */
      readonly signature?: string
      /** The folder of this machine’s node. Default: that of slipway node run. */
      readonly root?: string
      /** The store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: in the root. */
      readonly store?: string
      /** How long it may take to run everywhere, or to be gone. */
      readonly timeoutMs: number
      /** What became of it: running. */
      readonly state: string
      /** What its manifest is known by. */
      readonly hash: string
      /** `http` is the URL that says whether it is healthy. */
      readonly status?: Plain
      /** `policy`, `limit`, `backoffMs`. */
      readonly restart?: Plain
      /** `memoryMb` (of address space), `openFiles`. */
      readonly limits?: Plain
      /** Between asking it to end and killing it, in milliseconds. */
      readonly graceMs?: number
      /** The node that it runs on. Default: that of this machine. */
      readonly node?: string
      /** The nodes that it runs on. */
      readonly nodes?: readonly (string)[]
      /** Of the first process, on the first node. */
      readonly pid: number
    }
  }
}
