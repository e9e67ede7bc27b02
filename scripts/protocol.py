"""Describe the messages from the Python structs: in TypeScript for the browser client, and in
docs/protocol.md, between `<!-- generated ... -->` marks, for people.

    python scripts/protocol.py            writes both
    python scripts/protocol.py --check    exits with 1 if either is stale
"""

import ast
import inspect
import json
import re
import sys
import textwrap
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import get_args, get_origin

import msgspec
from litestar import Response
from msgspec import NODEFAULT
from msgspec import inspect as kinds

from quarterdeck import wire
from quarterdeck.engine import scene
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.server.app import API
from quarterdeck.server.refusals import status_of
from quarterdeck.server.socket import CLOSED_FOR

ROOT = Path(__file__).parent.parent
TYPESCRIPT, PAGE = ROOT / "web/src/wire.generated.ts", ROOT / "docs/protocol.md"
HEAD = "// Generated from the Python structs by `npm run types`. Do not edit.\n"
WIDTH = 100
QUERY = {"seat": "N", "eyes": "E", "first": "N"}
"""What queries may ask for, and of which kind it is."""

Struct = type[msgspec.Struct]


# What is on the wire -----------------------------------------------------------------------------


def routes():
    """Path, method and handler of every HTTP route."""
    for route in (route for router in API for route in router.routes):
        for handler in route.route_handlers:
            for method in sorted(handler.http_methods - {"OPTIONS"}):
                yield re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path), method, handler


def request(handler):
    return handler.parsed_data_field.annotation if handler.parsed_data_field else None


def answer(handler):
    returned = handler.parsed_return_field.annotation
    return get_args(returned)[0] if get_origin(returned) is Response else returned


def reachable(types) -> list[Struct]:
    """All structs in these types, outer ones first."""
    found: dict[Struct, None] = {}

    def walk(kind) -> None:
        if isinstance(kind, kinds.StructType):
            found[kind.cls] = None
            for field in kind.fields:
                walk(field.type)
        for part in parts(kind):
            walk(part)

    for kind in types:
        walk(kinds.type_info(kind))
    return list(found)


def parts(kind):
    match kind:
        case kinds.ListType(item_type=item):
            return [item]
        case kinds.DictType(value_type=value):
            return [value]
        case kinds.TupleType(item_types=items) | kinds.UnionType(types=items):
            return items
    return []


COMMANDS = get_args(wire.Command | wire.Aside)
MESSAGES = wire.Message.__subclasses__()
REQUESTS = [body for _, _, handler in routes() if (body := request(handler))]
ANSWERS = [answer(handler) for _, _, handler in routes()]
RECEIVED = reachable([*COMMANDS, *REQUESTS])
SENT = reachable([*MESSAGES, *ANSWERS, wire.Refusal])


# Structs and their fields ------------------------------------------------------------------------


@cache
def fields(struct: Struct):
    return kinds.type_info(struct).fields


def default(field) -> str | None:
    """The default as JSON; None if there is none."""
    if field.default_factory is not NODEFAULT:
        return json.dumps(field.default_factory())
    return None if field.default is NODEFAULT else json.dumps(field.default)


def left_out(struct: Struct, field) -> bool:
    """Is the field left out of messages when it has its default?"""
    return default(field) is not None and struct.__struct_config__.omit_defaults


@cache
def needs_filling(struct: Struct) -> bool:
    return any(left_out(struct, field) or fillable(field.type) for field in fields(struct))


def fillable(kind) -> Struct | None:
    """The struct in this type whose defaults must be filled in."""
    for one in (kind, *parts(kind)):
        if isinstance(one, kinds.StructType) and needs_filling(one.cls):
            return one.cls
    return None


@cache
def docs(struct: Struct) -> dict[str, str]:
    """The string that follows each field in the source, by the field's name."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(struct))).body
    return {
        field.target.id: ast.literal_eval(doc.value)
        for field, doc in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(doc, ast.Expr)
    }


def typescript(kind, prefix: str = "") -> str:
    """A type in TypeScript; structs that need filling get the prefix."""
    match kind:
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType() | kinds.BytesType():
            return "string"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
        case kinds.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case kinds.ListType(item_type=item):
            inner = typescript(item, prefix)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case kinds.TupleType(item_types=items):
            return f"[{', '.join(typescript(item, prefix) for item in items)}]"
        case kinds.DictType(value_type=value):
            return f"Record<string, {typescript(value, prefix)}>"
        case kinds.UnionType(types=types):
            return " | ".join(typescript(one, prefix) for one in types)
        case kinds.StructType(cls=cls):
            return (prefix if needs_filling(cls) else "") + cls.__name__
    raise TypeError(f"no TypeScript for {kind}")


def comment(text: str, indent: str = "") -> list[str]:
    """A docstring as a TypeScript comment, with TypeScript's null, true and false."""
    words = {"None": "null", "True": "true", "False": "false"}
    text = re.sub(r"\b(None|True|False)\b", lambda found: words[found[0]], " ".join(text.split()))
    lines = textwrap.wrap(
        f"/** {text} */", WIDTH, initial_indent=indent, subsequent_indent=f"{indent} *  "
    )
    return lines if text else []


def declare(struct: Struct, on_the_wire: bool = False) -> str:
    """A struct as a TypeScript type: complete, or as it is sent, with limits and defaults."""
    lines = comment(struct.__doc__ or "")
    lines.append(f"export type {struct.__name__} = {{")
    if tag := kinds.type_info(struct).tag:
        lines.append(f"  type: {json.dumps(tag)};")
    for field in fields(struct):
        missing = left_out(struct, field) if on_the_wire else False
        optional = not field.required and (default(field) is None or struct in RECEIVED or missing)
        lines += comment(docs(struct).get(field.name, ""), "  ")
        line = f"  {field.encode_name}{'?' * optional}: {typescript(field.type)};"
        lines.append(line + (notes(field, optional) if on_the_wire else ""))
    return "\n".join([*lines, "};"])


def notes(field, optional: bool) -> str:
    """What a field's type does not say: its pattern, longest length and default."""
    found = []
    for one in (field.type, *parts(field.type)):
        if getattr(one, "pattern", None):
            found.append(f"matches {one.pattern}")
        if getattr(one, "max_length", None):
            found.append(f"at most {one.max_length}")
    if optional and default(field) is not None:
        found.append(f"default {default(field)}")
    return f" // {', '.join(found)}" if found else ""


# TypeScript --------------------------------------------------------------------------------------


def declare_sent(struct: Struct) -> str:
    """The type of a struct as it is received, and the function that fills in its defaults."""
    name = struct.__name__
    differ = [f for f in fields(struct) if left_out(struct, f) or fillable(f.type)]
    names = " | ".join(json.dumps(field.encode_name) for field in differ)
    lines = [f"export type Sent{name} = Omit<{name}, {names}> & {{"]
    for field in differ:
        mark = "?" if left_out(struct, field) else ""
        lines.append(f"  {field.encode_name}{mark}: {typescript(field.type, 'Sent')};")
    lines += ["};", f"export const fill{name} = (sent: Sent{name}): {name} => ({{"]
    plain = [f for f in differ if not fillable(f.type)]
    lines += [f"  {field.encode_name}: {default(field)}," for field in plain]
    lines.append("  ...sent,")
    lines += [f"  {f.encode_name}: {fill(f)}," for f in differ if fillable(f.type)]
    return "\n".join([*lines, "});"])


def fill(field) -> str:
    """The expression that fills in the defaults of a field's value."""
    value, function = f"sent.{field.encode_name}", f"fill{fillable(field.type).__name__}"
    match field.type:
        case kinds.StructType():
            return f"{function}({value})"
        case kinds.ListType(item_type=kinds.StructType()):
            return (
                f"({value} ?? []).map({function})" if default(field) else f"{value}.map({function})"
            )
        case kinds.UnionType(types=(kinds.StructType(), kinds.NoneType())):
            return f"{value} ? {function}({value}) : null"
    raise TypeError(f"no way to fill in {field}")


def union(name: str, structs, prefix: str = "") -> str:
    members = [(prefix if needs_filling(struct) else "") + struct.__name__ for struct in structs]
    return f"export type {name} = {' | '.join(members)};"


def types_for_the_browser() -> str:
    structs = list(dict.fromkeys([*SENT, *RECEIVED]))
    clashing = {
        one.__name__ for one in structs if sum(one.__name__ == s.__name__ for s in structs) > 1
    }
    assert not clashing, f"two structs on the wire have the same name: {clashing}"
    blocks = [HEAD.strip(), "// Complete, as the page uses them"]
    blocks += map(declare, structs)
    blocks += [union("Message", MESSAGES), union("Command", COMMANDS)]
    blocks.append("// As received: without fields at their defaults, which `fill...` restores")
    blocks += map(declare_sent, filter(needs_filling, SENT))
    blocks.append(union("SentMessage", MESSAGES, "Sent"))
    return "\n\n".join(blocks) + "\n"


# The page ----------------------------------------------------------------------------------------


def route_table() -> str:
    lines = ["| route | you send | you get | |", "|---|---|---|---|"]
    for path, method, handler in sorted(routes(), key=lambda route: route[0]):
        body = request(handler)
        known = handler.parsed_fn_signature.parameters
        query = "&".join(f"{name}={value}" for name, value in QUERY.items() if name in known)
        sent = f"`{body.__name__}`" if body else f"`?{query}`" if query else ""
        said = " ".join((handler.fn.__doc__ or "").split())
        lines.append(f"| `{method} {path}` | {sent} | {named(handler)} | {said} |")
    return "\n".join(lines)


def named(handler) -> str:
    returned = answer(handler)
    if returned is bytes:
        return str(getattr(handler.media_type, "value", handler.media_type)).partition(";")[0]
    return f"`{typescript(kinds.type_info(returned))}`"


def refusal_table() -> str:
    """Codes by HTTP status; a socket is closed with the same status."""
    errors = [error for error in offspring(QuarterdeckError) if error.code != QuarterdeckError.code]
    by_status = sorted({(status_of(error), error.code) for error in errors})
    lines = ["| HTTP status | socket closed with | codes |", "|---|---|---|"]
    for status, group in groupby(by_status, key=lambda pair: pair[0]):
        codes = ", ".join(f"`{code}`" for _, code in group)
        lines.append(f"| {status} | {CLOSED_FOR + status} | {codes} |")
    return "\n".join(lines)


def offspring(base: type) -> list[type]:
    return [one for child in base.__subclasses__() for one in (child, *offspring(child))]


def block(structs) -> str:
    shown = "\n\n".join(declare(one, on_the_wire=True) for one in structs)
    return f"```ts\n{shown.replace('export type', 'type')}\n```"


def without(structs, others) -> list[Struct]:
    return [one for one in structs if one not in others]


def sections() -> dict[str, str]:
    of_a_scene = reachable([scene.Scene, scene.Told])
    bodies = reachable([*REQUESTS, *ANSWERS, wire.Refusal])
    return {
        "routes": route_table(),
        "bodies": block(without(bodies, of_a_scene)),
        "messages": block(without(reachable(MESSAGES), [*of_a_scene, *bodies])),
        "commands": block(COMMANDS),
        "refusals": refusal_table(),
        "scene": block(of_a_scene),
    }


def page() -> str:
    text = PAGE.read_text()
    for name, made in sections().items():
        mark, end = f"<!-- generated: {name} -->", "<!-- end -->"
        before, _, rest = text.partition(mark)
        assert end in rest, f"docs/protocol.md has no part {mark} ... {end}"
        text = f"{before}{mark}\n{made}\n{rest[rest.index(end) :]}"
    return text


def main() -> None:
    made = {TYPESCRIPT: types_for_the_browser(), PAGE: page()}
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        names = " and ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"{names}: stale. Run `npm run types` in web/." if stale else 0)
    for path in stale:
        path.write_text(made[path])


if __name__ == "__main__":
    main()
