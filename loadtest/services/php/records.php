<?php
// Makes the database of the record service, by hand of apache.sh: the same 1,000 records as loadtest/lab/records.js.
if (PHP_SAPI !== 'cli') exit;
$db = new SQLite3($argv[1]);
$db->exec('CREATE TABLE records (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL)');
$db->exec('BEGIN');
for ($id = 1; $id <= 1000; $id++) {
    $score = ($id * 7919) % 1000;
    $db->exec("INSERT INTO records VALUES ($id, 'Player $id', $score)");
}
$db->exec('COMMIT');
