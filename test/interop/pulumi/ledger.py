"""The provider of ledger.cjs, as far as the tests of sources in Python need it."""

import json
import os
import sys

from pulumi.provider.experimental import provider
from pulumi.provider.experimental.property_value import PropertyValue
from pulumi.provider.experimental.server import main

BOOK = os.environ["LEDGER"]
TEXT = {"type": "string"}
SCHEMA = {
    "name": "ledger",
    "version": "1.2.0",
    "resources": {
        "ledger:index/entry:Entry": {
            "inputProperties": {"account": TEXT},
            "requiredInputs": ["account"],
            "properties": {"account": TEXT, "page": {"type": "integer"}},
        }
    },
}


def entries():
    if not os.path.exists(BOOK):
        return {}
    with open(BOOK, encoding="utf-8") as file:
        return json.load(file)


def write(book):
    with open(BOOK, "w", encoding="utf-8") as file:
        json.dump(book, file)


class Ledger(provider.Provider):
    async def get_schema(self, request):
        return provider.GetSchemaResponse(json.dumps(SCHEMA))

    async def check_config(self, request):
        return provider.CheckResponse(request.new_inputs)

    async def configure(self, request):
        return provider.ConfigureResponse(accept_secrets=True, supports_preview=True)

    async def check(self, request):
        return provider.CheckResponse(request.new_inputs)

    async def diff(self, request):
        changed = request.old_state["account"].value != request.new_inputs["account"].value
        return provider.DiffResponse(changes=changed)

    async def create(self, request):
        book = entries()
        page = len(book) + 1
        account = request.properties["account"].value
        name = f"{account}-{page}"
        write({**book, name: {"account": account, "page": page}})
        return provider.CreateResponse(
            resource_id=name, properties={**request.properties, "page": PropertyValue(float(page))}
        )

    async def delete(self, request):
        write({name: entry for name, entry in entries().items() if name != request.resource_id})


main(sys.argv[1:], "1.2.0", Ledger())
