<?php
// The services of loadtest/lab/services.js, byte by byte, in a process for each request. Started by hand with the name of a
// file, as apache.sh does, it makes the database of the records in it: those of loadtest/lab/records.js.

const MAX_FIBONACCI = 40;

if (PHP_SAPI === 'cli') {
    $db = new SQLite3($argv[1]);
    $db->exec('CREATE TABLE records (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL); BEGIN');
    for ($id = 1; $id <= 1000; $id++) $db->exec("INSERT INTO records VALUES ($id, 'Player $id', " . ($id * 7919) % 1000 . ')');
    $db->exec('COMMIT');
    exit;
}
$path = explode('/', parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
[, , $service, $text] = array_map("rawurldecode", array_pad($path, 4, ""));
$number = preg_match('~^\d{1,9}$~D', $text) ? (int) $text : -1;
if ($service === 'page') {
    header('Content-Type: text/html; charset=utf-8');
    echo '<!doctype html><title>Load test</title><h1>Load test</h1><ul>';
    for ($row = 1; $row <= 100; $row++) echo "<li>Row $row of a page that is sent as it is</li>";
    echo '</ul>';
} elseif ($service === 'record') {
    // A process per request has nothing open yet: that is what is compared.
    $db = new SQLite3(getenv('RECORDS_DB'), SQLITE3_OPEN_READONLY);
    $query = $db->prepare('SELECT id, name, score FROM records WHERE id = :id');
    $query->bindValue(':id', $number, SQLITE3_INTEGER);
    $record = $query->execute()->fetchArray(SQLITE3_ASSOC);
    if ($record) answer(200, $record);
    else answer(404, ['error' => "There is no record $text: 1 to 1000."]);
} elseif ($service === 'fibonacci' && $number >= 0 && $number <= MAX_FIBONACCI) {
    answer(200, ['n' => $number, 'value' => fibonacci($number)]);
} elseif ($service === 'fibonacci') {
    answer(400, ['error' => 'n is a whole number from 0 to ' . MAX_FIBONACCI . '.']);
} else {
    http_response_code(404);
}

function answer(int $status, array $body): void {
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    echo json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

/** By the plain recursion of loadtest/lab/worker.js, because the point is to keep a processor busy. */
function fibonacci(int $n): int {
    return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2);
}
