#!/usr/bin/env python3
"""Writes the types of the JSON that the package returns, from the JSON Schemas.

    bindings/python/write_formats.py > bindings/python/python/splendor_verify/formats.py

A test compares the file with the output.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).resolve().parents[2] / "schema"
FORMATS = {"report": "ReportDict", "why": "WhyDict", "diagnosis": "DiagnosisDict"}

HEAD = '''"""The JSON of reports, of ``why`` and of ``diagnose``, as types.

The classes are written from the JSON Schemas of the formats.  Absent fields are not ``None``.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict
'''

SCALARS = {"string": "str", "boolean": "bool", "integer": "int", "number": "float"}


def name_of(ref: str, defs: dict[str, Any]) -> str:
    """Return the name of the type of a definition."""
    name = ref.rsplit("/", 1)[1]
    return f"{name}Dict" if "properties" in defs[name] else name


def type_of(schema: dict[str, Any], defs: dict[str, Any]) -> str:
    """Return the type of a value."""
    if "$ref" in schema:
        return name_of(schema["$ref"], defs)
    if "allOf" in schema:
        [one] = schema["allOf"]
        return type_of(one, defs)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(type_of(one, defs) for one in schema[key]))
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const'])}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    kind = schema.get("type")
    if kind == "array":
        return f"list[{type_of(schema['items'], defs)}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        values = type_of(values, defs) if isinstance(values, dict) else "Any"
        return f"dict[str, {values}]"
    return SCALARS[kind] if kind else "Any"


def text(description: str, indent: str) -> str:
    """Return a description as a text of Python."""
    description = description.replace("`", "``")
    first, *rest = description.split("\n")
    lines = textwrap.wrap(f'"""{first}', 100 - len(indent))
    for line in rest:
        further = "  " if line.startswith("- ") else ""
        lines += textwrap.wrap(line, 100 - len(indent), subsequent_indent=further) or [""]
    if rest or len(lines[-1]) + 3 > 100 - len(indent):
        lines.append("")
    lines[-1] += '"""'
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)


def typed_dict(name: str, schema: dict[str, Any], defs: dict[str, Any]) -> str:
    """Return the class of an object."""
    required = set(schema.get("required", ()))
    kinds = {field: type_of(value, defs) for field, value in schema["properties"].items()}
    kinds = {
        field: kind if field in required else f"NotRequired[{kind}]"
        for field, kind in kinds.items()
    }
    if any(keyword.iskeyword(field) for field in kinds):
        lines = [f"{name} = TypedDict(", f'    "{name}",', "    {"]
        lines += [f'        "{field}": "{kind}",' for field, kind in kinds.items()]
        return "\n".join([*lines, "    },", ")", text(schema["description"], "")])
    lines = [f"class {name}(TypedDict):", text(schema["description"], "    ")]
    for field, kind in kinds.items():
        lines += ["", f"    {field}: {kind}"]
        if "description" in schema["properties"][field]:
            lines.append(text(schema["properties"][field]["description"], "    "))
    return "\n".join(lines)


def alias(name: str, schema: dict[str, Any], defs: dict[str, Any]) -> str:
    """Return the name of a type that is not an object."""
    line = f"{name}: TypeAlias = {type_of(schema, defs)}"
    if len(line) > 100 and line.endswith("]"):
        start, values = line[:-1].split("[", 1)
        line = f"{start}[\n" + "".join(f"    {one},\n" for one in values.split(", ")) + "]"
    return f"{line}\n{text(schema['description'], '')}"


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas by the name of their type; no two definitions have the same name."""
    texts = {form: (SCHEMAS / f"splendor-{form}-1.schema.json").read_text() for form in FORMATS}
    meanings: dict[str, set[str]] = {}
    for content in texts.values():
        for name, one in json.loads(content)["$defs"].items():
            meanings.setdefault(name, set()).add(json.dumps(one))
    for name in (name for name, ones in meanings.items() if len(ones) > 1):
        for form, content in texts.items():
            named = content.replace(f'"#/$defs/{name}"', f'"#/$defs/{form.title()}{name}"')
            texts[form] = named.replace(f'"{name}": {{', f'"{form.title()}{name}": {{')
    return {FORMATS[form]: json.loads(content) for form, content in texts.items()}


def module() -> str:
    """Return the module."""
    written: dict[str, str] = {}
    for top, schema in schemas().items():
        defs = schema["$defs"]
        parts = {top: typed_dict(top, schema, defs)}
        for name, one in defs.items():
            name = name_of(f"/{name}", defs)
            write = typed_dict if "properties" in one else alias
            parts[name] = write(name, one, defs)
        for name, part in parts.items():
            assert written.setdefault(name, part) == part, name
    # An alias is evaluated when the module is loaded, so it comes before the classes.
    aliases = [part for part in written.values() if ": TypeAlias = " in part]
    classes = [part for part in written.values() if ": TypeAlias = " not in part]
    # `Facts` are made of `Fact`.
    names = {part.split(":", 1)[0] for part in aliases}
    aliases.sort(key=lambda part: not names.isdisjoint(re.findall(r"\w+", part.split("\n")[0])[1:]))
    return "\n\n".join([HEAD.rstrip(), *aliases]) + "\n\n\n" + "\n\n\n".join(classes) + "\n"


if __name__ == "__main__":
    print(module(), end="")
