<?php
// The three services of lib/loadtest-services.js as PHP, for a server that gives each request a process.
const RECORDS = 1000;
const MAX_FIBONACCI = 40;

function fibonacci(int $n): int {
    return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2);
}

function answer(int $status, array $body): void {
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    echo json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

function page(): void {
    header('Content-Type: text/html; charset=utf-8');
    echo '<!doctype html><title>Load test</title><h1>Load test</h1><ul>';
    for ($row = 1; $row <= 100; $row++) echo "<li>Row $row of a page that is sent as it is</li>";
    echo '</ul>';
}

function record(string $text): void {
    $id = ctype_digit($text) ? (int) $text : 0;
    $db = new SQLite3(getenv('RECORDS_DB'), SQLITE3_OPEN_READONLY);
    $query = $db->prepare('SELECT id, name, score FROM records WHERE id = :id');
    $query->bindValue(':id', $id, SQLITE3_INTEGER);
    $row = $query->execute()->fetchArray(SQLITE3_ASSOC);
    if ($row) answer(200, $row);
    else answer(404, ['error' => "There is no record $text: 1 to " . RECORDS . '.']);
}

function number(string $text): void {
    if (!ctype_digit($text) || (int) $text > MAX_FIBONACCI) {
        answer(400, ['error' => 'n is a whole number from 0 to ' . MAX_FIBONACCI . '.']);
        return;
    }
    answer(200, ['n' => (int) $text, 'value' => fibonacci((int) $text)]);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/healthz') echo 'php';
elseif ($path === '/loadtest/page') page();
elseif (preg_match('~^/loadtest/record/(.+)$~', $path, $found)) record($found[1]);
elseif (preg_match('~^/loadtest/fibonacci/(.+)$~', $path, $found)) number($found[1]);
else answer(404, ['error' => "There is no $path."]);
