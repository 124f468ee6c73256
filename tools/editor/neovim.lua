-- Opens logs in Neovim with `splendor lsp`, writes down the diagnostics, and applies quick fixes.
--
--     nvim --headless -u NONE -i NONE -c 'luafile neovim.lua' -- LOG...
--
-- SPLENDOR is the program and OUT a folder: OUT/diagnostics.jsonl gets a line for each log, and
-- OUT/fixed each log whose first quick fix the server prefers, after that fix.

local out = os.getenv('OUT')
local client_id = assert(vim.lsp.start_client({
  name = 'splendor',
  cmd = { os.getenv('SPLENDOR'), 'lsp' },
  root_dir = out,
}))

-- The logs for which the server has sent its diagnostics.
local published = {}
local publish = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(error, result, context, config)
  publish(error, result, context, config)
  published[result.uri] = true
end

local function wait_for(what, condition)
  assert(vim.wait(10000, condition, 5), what)
end

-- Returns the quick fixes for a whole buffer.
local function quick_fixes(buffer)
  local lines = vim.api.nvim_buf_line_count(buffer)
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = 0, character = 0 }, ['end'] = { line = lines, character = 0 } },
    context = { diagnostics = {}, only = { 'quickfix' } },
  }, 10000)
  return assert(answers[client_id].result, 'the server answers')
end

local function check(path, written)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  local buffer = vim.api.nvim_get_current_buf()
  assert(vim.lsp.buf_attach_client(buffer, client_id))
  local client = vim.lsp.get_client_by_id(client_id)
  wait_for(path, function() return published[vim.uri_from_bufnr(buffer)] end)
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    local code = one.code or one.user_data.lsp.code
    local place = { line = one.lnum, byte = one.col, code = code, severity = one.severity }
    table.insert(found, place)
  end
  written:write(vim.json.encode({ path = path, found = found }) .. '\n')
  local first = quick_fixes(buffer)[1]
  if first and first.isPreferred then
    vim.lsp.util.apply_workspace_edit(first.edit, client.offset_encoding or 'utf-16')
    vim.cmd('silent write! ' .. vim.fn.fnameescape(out .. '/fixed/' .. vim.fn.fnamemodify(path, ':t')))
  end
  vim.cmd('bwipeout!')
end

local ok, message = pcall(function()
  wait_for('the server starts', function()
    local client = vim.lsp.get_client_by_id(client_id)
    return client and client.initialized
  end)
  local written = assert(io.open(out .. '/diagnostics.jsonl', 'w'))
  local in_logs = false
  for _, argument in ipairs(vim.v.argv) do
    if in_logs then check(argument, written) end
    in_logs = in_logs or argument == '--'
  end
  written:close()
end)
if not ok then
  io.stderr:write(tostring(message) .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
