/* Words that are short, kind, and hard to mishear. */

export const adverbs = words(`
  barely boldly briefly brightly calmly clearly closely coolly daily dearly deeply duly early easily evenly fairly firmly
  fondly freely fully gently gladly greatly happily hardly highly hugely jointly justly keenly kindly largely lately
  lightly loudly loyally merely mildly mostly mutely nearly neatly newly nicely nightly oddly openly partly plainly
  poorly purely quickly quietly rarely readily really richly rightly roughly safely sharply shortly simply slowly softly
  solely soundly steadily strictly surely sweetly swiftly tightly truly utterly vastly warmly weekly wholly widely wisely
`)

export const adjectives = words(`
  able agile airy alert amber ample apt arctic azure balmy bold brave breezy bright brisk bronze calm candid careful
  cheery chief civil clean clear clever coastal cool copper coral cosmic cosy cozy crisp curious dapper daring dear deft
  eager early easy elder epic equal exact fair famous fancy fast fine firm fleet fond frank free fresh frosty full gentle
  giant gifted glad golden good grand great green handy happy hardy hearty helpful honest humble ideal jolly just keen
  kind large lively loyal lucid lucky lunar magic major mellow merry mighty mild misty modest neat nimble noble novel
  olive open patient perky plucky polar polite proud pure quick quiet rapid ready regal robust rosy royal sage sandy
  serene sharp shiny silent silver simple sleek smart snug social solar solid sonic stable steady stellar still strong
  sturdy subtle sunny super sure sweet swift tidal tidy tiny topical trusty upbeat urban usable valid vast vivid warm
  wary wise witty worthy young zesty
`)

export const animals = words(`
  alpaca ant antelope auk badger bat bear beaver bee beetle bison boar bobcat buffalo bunny camel canary caribou cat
  cheetah chipmunk cicada cod collie condor corgi cow coyote crab crane cricket crow deer dingo dodo dog dolphin donkey
  dove dragonfly duck eagle egret eland elk emu falcon ferret finch firefly flamingo foal fox frog gannet gazelle gecko
  gibbon giraffe gnu goat goldfish goose gopher grouse gull hamster hare hawk hedgehog heron hippo horse hound husky ibex
  ibis iguana impala jackal jaguar jay kestrel kitten kiwi koala krill ladybug lamb lark lemming lemur leopard lion lizard
  llama lobster lynx macaw magpie mallard mammoth manatee mantis marlin marmot marten mink minnow mole mongoose moose
  moth mouse mule newt octopus orca oriole osprey ostrich otter owl ox oyster panda panther parrot peacock pelican penguin
  perch pheasant pigeon pika platypus plover pony puffin puma python quail rabbit raccoon raven reindeer robin salmon seal
  shark sheep shrew skunk sloth snail sparrow spider squid squirrel starling stingray stoat stork sturgeon swallow swan
  swift tapir tern tiger toad tortoise toucan trout tuna turkey turtle viper vole walrus weasel whale wolf wombat wren yak
  zebra
`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
