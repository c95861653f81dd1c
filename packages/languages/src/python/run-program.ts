/** The exit code of a program that ran to its end: every earlier end has another code. */
export const doneCode = 34

/**
 * Starts a program in Python; the SDK on PyPI has all other parts. The arguments are those of the SDK for Node.js. Messages for the user go to the
 * engine, and the exit code says that they did.
 */
export const runProgram = String.raw`
import argparse, asyncio, logging, os, runpy, sys, traceback
from concurrent.futures import ThreadPoolExecutor

TOLD = 32
DONE = ${doneCode}

try:
    import pulumi
    import pulumi.runtime
except ImportError as error:
    print(f"the SDK of Pulumi cannot be loaded by {sys.executable}: {error}", file=sys.stderr)
    sys.exit(33)

parser = argparse.ArgumentParser()
for name in ("monitor", "engine", "organization", "project", "root-directory", "stack", "pwd", "parallel"):
    parser.add_argument("--" + name)
parser.add_argument("--dry-run", action="store_true")
parser.add_argument("program")
parser.add_argument("args", nargs=argparse.REMAINDER)
args = parser.parse_args()

pulumi.runtime.set_all_config(pulumi.runtime.get_config_env(), pulumi.runtime.get_config_secret_keys_env())
pulumi.runtime.configure(
    pulumi.runtime.Settings(
        monitor=args.monitor,
        engine=args.engine,
        organization=args.organization,
        project=args.project,
        root_directory=args.root_directory,
        stack=args.stack,
        parallel=int(args.parallel or 1),
        dry_run=args.dry_run,
    )
)

os.chdir(args.pwd)
sys.argv = [args.program, *args.args]
# In the place of what stands for the folder in which Python was started.
sys.path[0] = os.path.dirname(os.path.abspath(args.program)) if os.path.isfile(args.program) else args.pwd
program = os.path.realpath(args.program)


def stack_of_user(error):
    frames = traceback.extract_tb(error.__traceback__)
    own = [index for index, frame in enumerate(frames) if os.path.realpath(frame.filename).startswith(program)]
    limit = own[0] - len(frames) if own else None
    return "".join(traceback.format_exception(type(error), error, error.__traceback__, limit=limit))


def run():
    runpy.run_path(args.program, run_name="__main__")


logging.getLogger("asyncio").setLevel(logging.CRITICAL)
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
# Each call that waits for the engine holds a thread.
loop.set_default_executor(ThreadPoolExecutor(max_workers=max(int(args.parallel or 1), os.cpu_count() or 1) * 4))
code = TOLD
try:
    loop.run_until_complete(pulumi.runtime.run_in_stack(run))
    code = DONE
except pulumi.RunError as error:
    pulumi.log.error(str(error))
except Exception as error:
    pulumi.log.error("Program failed with an unhandled exception:\n" + stack_of_user(error))
finally:
    loop.close()
    sys.stdout.flush()
    sys.stderr.flush()
sys.exit(code)
`
