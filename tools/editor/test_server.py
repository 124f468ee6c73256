"""Asks `splendor lsp` as VS Code does; pytest-lsp checks each answer against the protocol.

SPLENDOR is the program, and REPLAYS the folder of replays.
"""

import os
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

URI = 'file:///game.json'
COMMAND = [os.environ['SPLENDOR'], 'lsp', '--book', 'https://example.org/book']
ILLEGAL = Path(os.environ['REPLAYS'], 'illegal/take-pair-needs-four.json').read_text()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND))
async def client(lsp_client: LanguageClient):
    # The checks of pytest-lsp depend on the capabilities.
    capabilities = lsp_client.capabilities = client_capabilities('visual-studio-code')
    await lsp_client.initialize_async(types.InitializeParams(capabilities=capabilities))
    lsp_client.initialized(types.InitializedParams())
    yield
    await lsp_client.shutdown_async(None)
    lsp_client.exit(None)


async def open_log(client, text):
    """Opens a log, and waits for its diagnostics."""
    document = types.TextDocumentItem(uri=URI, language_id='json', version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return client.diagnostics[URI]


def place_of(text, words):
    """Returns the place after some words, in units of UTF-16."""
    before = text[: text.index(words) + len(words)]
    line = before.rsplit('\n', 1)[-1]
    units = len(line.encode('utf-16-le')) // 2
    return types.Position(line=before.count('\n'), character=units)


def at(text, words):
    """Returns the parameters of a request about the place after some words."""
    document = types.TextDocumentIdentifier(uri=URI)
    return {'text_document': document, 'position': place_of(text, words)}


@pytest.mark.asyncio
async def test_diagnostics(client):
    [found] = await open_log(client, ILLEGAL)
    assert (found.code, found.severity) == ('take.pair-needs-four', types.DiagnosticSeverity.Error)
    assert found.code_description.href.endswith('/rules/take.html#takepair-needs-four')
    assert found.range.start == place_of(ILLEGAL, '"seat": 1, "take": ')
    [related] = found.related_information
    assert related.location.range.start == place_of(ILLEGAL, '"seat": 0, "take": ')


@pytest.mark.asyncio
async def test_hover(client):
    text = ILLEGAL.replace('{ "name": "Bo" }', '{ "name": "Zoë 🂡" }')
    await open_log(client, text)
    card = await client.text_document_hover_async(types.HoverParams(**at(text, '"a0d3')))
    assert 'It costs three sapphires.' in card.contents.value
    turn = await client.text_document_hover_async(types.HoverParams(**at(text, '{ "seat": 0, "ta')))
    assert 'turn 1, seat 0: take one sapphire' in turn.contents.value
    assert 'Zoë' in turn.contents.value


@pytest.mark.asyncio
async def test_completion(client):
    text = ILLEGAL.replace('\n  ]\n}', ',\n    ')
    await open_log(client, text)
    params = types.CompletionParams(**at(text, '"emerald"] },\n    '))
    turns = await client.text_document_completion_async(params)
    assert len(turns.items) > 20
    assert all('"seat": 0' in turn.text_edit.new_text for turn in turns.items)
    params = types.CompletionParams(**at(text, '"take": ["em'))
    gems = await client.text_document_completion_async(params)
    assert [gem.label for gem in gems.items][2] == 'emerald'


@pytest.mark.asyncio
async def test_code_action(client):
    [found] = await open_log(client, ILLEGAL)
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        text_document=types.TextDocumentIdentifier(uri=URI),
        range=found.range,
        context=types.CodeActionContext(diagnostics=[found]),
    ))
    assert actions and all(action.kind == types.CodeActionKind.QuickFix for action in actions)
    assert [action.is_preferred for action in actions].count(True) == 1
    assert all(action.edit.changes[URI] for action in actions)


@pytest.mark.asyncio
async def test_definition(client):
    await open_log(client, ILLEGAL)
    place = await client.text_document_definition_async(
        types.DefinitionParams(**at(ILLEGAL, '"a0d3'))
    )
    assert place.range.end == place_of(ILLEGAL, '"a0d3s"')
